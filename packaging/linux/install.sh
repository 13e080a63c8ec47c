#!/bin/sh
# Puts Catchlight into a prefix (default: ~/.local, for this user alone) and tells the desktop of it. Undo: install.sh --remove [PREFIX]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
remove=no
if [ "${1:-}" = "--remove" ]; then
    remove=yes
    shift
fi
prefix=${1:-$HOME/.local}

for file in $(cd "$here" && find share -type f); do
    rm -f "$prefix/$file"
done
rm -rf "$prefix/lib/catchlight"
rm -f "$prefix/bin/catchlight"

if [ "$remove" = no ]; then
    mkdir -p "$prefix/lib" "$prefix/bin"
    cp -R "$here/catchlight" "$prefix/lib/catchlight"
    cp -R "$here/share" "$prefix/"
    ln -s "$prefix/lib/catchlight/catchlight" "$prefix/bin/catchlight"
    echo "Installed: $prefix/bin/catchlight"
fi
# A database of types that is made of no types any more is nobody's.
types="$prefix/share/mime"
if [ -d "$types/packages" ] && [ -z "$(ls -A "$types/packages")" ]; then
    rm -rf "$types"
fi
for tool in update-desktop-database update-mime-database gtk-update-icon-cache; do
    command -v "$tool" >/dev/null || continue
    case $tool in
        update-desktop-database) "$tool" -q "$prefix/share/applications" || true ;;
        update-mime-database) [ ! -d "$types/packages" ] || "$tool" "$types" || true ;;
        *) "$tool" -qtf "$prefix/share/icons/hicolor" || true ;;
    esac
done
