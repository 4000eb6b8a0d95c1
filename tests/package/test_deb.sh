#!/usr/bin/env bash
# Packs the build tree, installs the package into a root of its own, runs what is in it, removes it.
# Usage: test_deb.sh BUILD SCRATCH
set -euo pipefail
build=$1
scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch/out" "$scratch/root/var/lib/dpkg"/{info,updates,triggers}
touch "$scratch/root/var/lib/dpkg"/{status,available}
cpack --config "$build/CPackConfig.cmake" -B "$scratch/out" >"$scratch/cpack.log" 2>&1 || {
  cat "$scratch/cpack.log"
  exit 1
}
package=$(ls "$scratch"/out/tact_*.deb)
# Its dependencies are those of this machine, not of the empty root.
as_dpkg() {
  dpkg --root="$scratch/root" --log="$scratch/dpkg.log" --force-depends --force-not-root \
    --force-script-chrootless "$@" >>"$scratch/dpkg.out" 2>&1 || { cat "$scratch/dpkg.out"; exit 1; }
}
as_dpkg -i "$package"
root=$scratch/root/usr
"$root/bin/tact" --version
"$root/bin/tact" bench --list | grep -q bunnies-4k || { echo 'tact bench does not list its scenarios'; exit 1; }
test "$("$root/bin/tact" play tori --lod 0 --frames 1 --format csv | wc -l)" -eq 2
for file in include/tact/tact.h share/doc/tact/docs/threads.md share/doc/tact/examples/01_first.cpp \
  share/doc/tact/examples/data/a.obj share/doc/tact/README.md share/man/man1/tact.1 share/bash-completion/completions/tact \
  share/zsh/vendor-completions/_tact share/fish/vendor_completions.d/tact.fish share/doc/tact/copyright; do
  test -s "$root/$file" || test -s "$root/$file.gz" || { echo "missing: $file"; exit 1; }
done
test -n "$(find "$root" -name libtact.a)" && test -n "$(find "$root" -name tact-config.cmake)"
test -n "$(find "$root" -name tact.pc)"
test -z "$(find "$root" -name '*_impl.h')"
dpkg-deb -f "$package" Depends | grep -q libc6
# Whoever installs what the package recommends can link: it has all that tact.pc asks for.
recommended=$(dpkg-deb -f "$package" Recommends)
for module in $(sed -n 's/^Requires[^:]*: *//p' "$(find "$root" -name tact.pc)" | tr -d ','); do
  owner=$(dpkg -S "$(pkg-config --variable=pcfiledir "$module")/$module.pc" | cut -d: -f1)
  grep -qw -- "$owner" <<<"$recommended" || { echo "tact.pc asks for $module, and $owner is not recommended"; exit 1; }
done
grep -qw pkgconf <<<"$recommended"
as_dpkg -r tact
test ! -e "$root/bin/tact" || { echo 'tact is still there'; exit 1; }
echo 'installed, ran, removed'
