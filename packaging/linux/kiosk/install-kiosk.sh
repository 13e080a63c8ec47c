#!/bin/sh
# Makes this computer a kiosk: install-kiosk.sh [--x11] [--program FILE]; undo with --remove. Run as root, on a system of its own.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=${DESTDIR:-}
kind=cage
program=
remove=no
while [ $# -gt 0 ]; do
    case $1 in
        --x11) kind=x11 ;;
        --program) program=$2; shift ;;
        --remove) remove=yes ;;
        *) echo "usage: install-kiosk.sh [--x11] [--program FILE] | --remove" >&2; exit 2 ;;
    esac
    shift
done
units="$root/etc/systemd/system"

if [ "$remove" = yes ]; then
    [ -n "$root" ] || systemctl disable --now catchlight-kiosk.service || true
    rm -f "$units/catchlight-kiosk.service" "$root/etc/polkit-1/rules.d/70-catchlight-kiosk.rules"
    rm -f "$root/etc/catchlight/kiosk-run" "$root/etc/catchlight/kiosk-session" "$root/etc/catchlight/openbox.xml"
    echo "Removed. /var/lib/catchlight-kiosk and the user kiosk were left."
    exit 0
fi

program=${program:-$(command -v catchlight || true)}
if [ -z "$program" ]; then
    echo "There is no program catchlight on the PATH. Install it first, or name it with --program." >&2
    exit 1
fi
case $kind in
    cage) needed=cage ;;
    x11) needed="startx openbox xset xsetroot" ;;
esac
if [ -z "$root" ]; then
    for tool in $needed; do
        command -v "$tool" >/dev/null || { echo "$tool is missing. Install it with the system's packages." >&2; exit 1; }
    done
    id kiosk >/dev/null 2>&1 || useradd --system --create-home --home-dir /var/lib/catchlight-kiosk --shell /usr/sbin/nologin kiosk
    for group in video render input lp lpadmin plugdev; do
        if getent group "$group" >/dev/null; then usermod -aG "$group" kiosk; fi
    done
fi
install -d "$units" "$root/etc/polkit-1/rules.d" "$root/etc/catchlight"
sed "s|@CATCHLIGHT@|$program|g" "$here/catchlight-kiosk-$kind.service" >"$units/catchlight-kiosk.service"
install -m 644 "$here/70-catchlight-kiosk.rules" "$root/etc/polkit-1/rules.d/"
install -m 755 "$here/kiosk-run" "$root/etc/catchlight/"
if [ "$kind" = x11 ]; then
    install -m 755 "$here/kiosk-session" "$root/etc/catchlight/"
    install -m 644 "$here/openbox.xml" "$root/etc/catchlight/"
fi
if [ -z "$root" ]; then
    systemctl daemon-reload
    systemctl enable catchlight-kiosk.service
fi
echo "Settings: /var/lib/catchlight-kiosk/kiosk.toml, or the admin page. It asks for a PIN at its first start."
echo "Installed. It begins with the next start: systemctl reboot"
