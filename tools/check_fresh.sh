#!/usr/bin/env bash
# The README's two commands where nothing is installed: makes a minimal Debian root with git and make only,
# clones this commit into it, runs `make run` and `make test` there, then both again without a network, and
# reports how long each took.
#
#   tools/check_fresh.sh [ROOT]      ROOT: a folder to make it in (build/fresh); it is replaced
#
# Needs root. `make fresh` installs debootstrap first. Uses the package sources of this machine.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ "$(id -u)" = 0 ] || { echo 'fresh: only root can make a root of its own' >&2; exit 2; }
# What is mounted is seen by nobody else, and is gone with this process however it ends.
if [ "${TACT_FRESH_INSIDE:-}" != yes ]; then
  TACT_FRESH_INSIDE=yes exec unshare --mount --propagation private "$PWD/tools/check_fresh.sh" "$@"
fi
root=$(realpath -m "${1:-build/fresh}")
release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
# shellcheck disable=SC2016  # apt fills it in
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)

# Devices of its own: programs that are tested there as root must not reach those of this machine.
mount_devices() {
  local name major minor
  mount -t tmpfs -o mode=755 fresh "$root/dev"
  while read -r name major minor; do
    mknod -m 666 "$root/dev/$name" c "$major" "$minor"
  done <<<$'null 1 3\nzero 1 5\nfull 1 7\nrandom 1 8\nurandom 1 9\ntty 5 0'
  ln -s /proc/self/fd "$root/dev/fd"
  ln -s /proc/self/fd/0 "$root/dev/stdin"
  ln -s /proc/self/fd/1 "$root/dev/stdout"
  ln -s /proc/self/fd/2 "$root/dev/stderr"
  mkdir -m 1777 "$root/dev/shm"
  mkdir "$root/dev/pts"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620 fresh "$root/dev/pts"
  ln -s pts/ptmx "$root/dev/ptmx"
}

make_root() {
  rm -rf --one-file-system "$root"
  mkdir -p "$root"
  debootstrap --variant=minbase --include=git,make,ca-certificates "$release" "$root" "$mirror" >"$root.log" 2>&1 ||
    { tail -n 20 "$root.log"; echo 'fresh: debootstrap failed' >&2; exit 2; }
  # The same package sources, and the way to them.
  rm -rf "$root/etc/apt/sources.list" "$root/etc/apt/sources.list.d" "$root/etc/apt/apt.conf.d"
  cp -a /etc/apt/. "$root/etc/apt/"
  cp -a /usr/share/keyrings/. "$root/usr/share/keyrings/"
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  mount -t proc proc "$root/proc"
  mount -t sysfs -o ro sys "$root/sys"
  mount_devices
  git clone -q --no-local . "$root/tact"
}

# inside COMMAND...: in the new root, with nothing of this one's environment but the way to the network.
inside() {
  local name kept=()
  for name in http_proxy https_proxy no_proxy; do
    if [ -n "${!name:-}" ]; then kept+=("$name=${!name}"); fi
  done
  env -i "${kept[@]}" HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "$@" </dev/null
}

report=()
# step NAME COMMAND...: runs it, notes its time; stops where it fails.
step() {
  local name=$1 from=$SECONDS
  shift
  echo "== $name"
  "$@" || { printf '%s\n' "${report[@]}"; echo "fresh: $name FAILED"; exit 1; }
  report+=("$(printf '%-34s %3d:%02d' "$name" $(((SECONDS - from) / 60)) $(((SECONDS - from) % 60)))")
}

step 'a minimal root' make_root
enter=(chroot "$root" make -C /tact)
step 'make run' inside "${enter[@]}" run
step 'make test' inside "${enter[@]}" test
step 'make run, again, no network' inside unshare --net "${enter[@]}" run
step 'make test, again, no network' inside unshare --net "${enter[@]}" test
printf '%s\n' "${report[@]}"
echo 'fresh: both commands work'
