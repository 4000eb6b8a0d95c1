// How surfaces, points and contacts look. Coordinates are of about the size 1.

// A part of space that is cut away: xyz the direction, w how far along it.
// Only where there is a plane: what may be thrown away is shaded before it is known whether it is seen.
const sectionPart = `
#ifdef SECTION
uniform vec4 section;
bool cutAway(vec3 at) { return dot(section.xyz, at) > section.w; }
#endif`;

const surfaceShader = {
  vertexShader: `
varying vec3 vView; varying vec3 vWorld;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vWorld = world.xyz;
  vec4 view = viewMatrix * world;
  vView = view.xyz;
  gl_Position = projectionMatrix * view;
}`,
  fragmentShader: `
uniform vec3 colour; uniform float opacity; uniform float glow; uniform float bright;
varying vec3 vView; varying vec3 vWorld;
${sectionPart}
void main() {
#ifdef SECTION
  if (cutAway(vWorld)) discard;
#endif
  vec3 normal = normalize(cross(dFdx(vView), dFdy(vView)));
  vec3 towards = normalize(-vView);
  float facing = abs(dot(normal, towards));
  float light = 0.45 + 0.5 * facing + 0.16 * max(0.0, normal.y);
  vec3 shown = colour * light * bright + vec3(0.1) * pow(facing, 24.0);
  if (!gl_FrontFacing && glow == 0.0) shown = mix(shown, vec3(dot(shown, vec3(0.33))), 0.35) * 0.82;
  shown = mix(shown, colour, glow);
  // Where a surface is seen from the side there is more of it: that makes the outlines of glass.
  float rim = pow(1.0 - facing, 2.5);
  gl_FragColor = vec4(shown, opacity >= 1.0 ? 1.0 : clamp(opacity + rim * 0.55 * min(1.0, opacity * 3.0), 0.0, 1.0));
}`,
};

const pointShader = {
  vertexShader: `
attribute float radius; uniform float pixels;
varying vec3 vWorld;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vWorld = world.xyz;
  gl_Position = projectionMatrix * viewMatrix * world;
  gl_PointSize = max(2.0, 2.0 * radius * pixels * projectionMatrix[1][1] / gl_Position.w);
}`,
  fragmentShader: `
uniform vec3 colour; uniform float opacity;
varying vec3 vWorld;
${sectionPart}
void main() {
  vec2 at = 2.0 * gl_PointCoord - 1.0;
  float inside = 1.0 - dot(at, at);
  if (inside < 0.0) discard;
#ifdef SECTION
  if (cutAway(vWorld)) discard;
#endif
  gl_FragColor = vec4(colour * (0.45 + 0.6 * sqrt(inside)), opacity);
}`,
};

const edgeShader = {
  vertexShader: `
varying vec3 vWorld;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vWorld = world.xyz;
  gl_Position = projectionMatrix * viewMatrix * world;
}`,
  fragmentShader: `
uniform vec3 colour; uniform float opacity;
varying vec3 vWorld;
${sectionPart}
void main() {
#ifdef SECTION
  if (cutAway(vWorld)) discard;
#endif
  gl_FragColor = vec4(colour, opacity);
}`,
};

// A strip some pixels wide from end to end; a contact in a point is a dot.
const segmentShader = {
  vertexShader: `
attribute vec3 from; attribute vec3 to;
uniform vec2 viewport; uniform float width; uniform float nearer;
varying vec3 vWorld;
void main() {
  vec4 a = projectionMatrix * viewMatrix * vec4(from, 1.0);
  vec4 b = projectionMatrix * viewMatrix * vec4(to, 1.0);
  // An end behind the eye is drawn in front of it.
  float near = 1e-5;
  if (a.w < near && b.w > near) a = mix(b, a, (b.w - near) / (b.w - a.w));
  if (b.w < near && a.w > near) b = mix(a, b, (a.w - near) / (a.w - b.w));
  vec2 along = (b.xy / b.w - a.xy / a.w) * viewport;
  float size = length(along);
  along = size > 1e-4 ? along / size : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  vec4 at = position.x < 0.0 ? a : b;
  vWorld = position.x < 0.0 ? from : to;
  at.xy += (along * position.x + across * position.y) * width / viewport * at.w;
  at.z -= nearer * at.w;
  gl_Position = at;
}`,
  fragmentShader: `
uniform vec3 colour; uniform float opacity;
varying vec3 vWorld;
${sectionPart}
void main() {
#ifdef SECTION
  if (cutAway(vWorld)) discard;
#endif
  gl_FragColor = vec4(colour, opacity);
}`,
};
