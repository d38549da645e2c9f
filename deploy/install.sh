#!/bin/sh
# Installs Rounds on one Debian or Ubuntu server, with PostgreSQL and Caddy: says what it will do, does it, and prints a link. Run it as root:
#   git clone URL /opt/rounds && /opt/rounds/deploy/install.sh
# Run it again to change an answer; with the same answers, it changes nothing. --help lists the flags. rounds-upgrade installs newer versions.
set -eu
umask 022
ROUNDS_HOME=$(cd "$(dirname "$0")/.." && pwd)
SETTINGS=/etc/rounds.env
CADDYFILE=/etc/caddy/Caddyfile
UNITS=/etc/systemd/system
PACKAGES='ca-certificates caddy curl git npm openssl perl-base postgresql rsync'
host='' employer='' owner='' mail='' authority='' yes='' changed='' restart='' proxy='' newmail='' step='reading the answers'

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }
usage() { printf '%s\n' "$*" >&2; exit 2; }
help() {
  say "Usage: $0 [--host NAME] [--employer NAME] [--owner EMAIL] [--mail URL] [--authority URL] [--yes] | --uninstall"
  say '  --host       the name people open, such as careers.example.com; it points to this machine'
  say '  --employer   the name of the employer'
  say '  --owner      the address of the first owner; its domain is the domain of interviewers'
  say '  --mail       the mail server, such as smtp://user:password@mail.example.com:587'
  say "  --authority  an ACME directory, for certificates from your own authority instead of a public one"
  say '  --yes        start without asking'
  say '  --uninstall  remove the service and its files, and keep settings, data and backups'
}

# --- answers -----------------------------------------------------------------------------------------------------------------------------------

# The rules of systemd's EnvironmentFile=, as in src/server/settings/load-files.ts.
settings_file() { # value NAME: what the settings file says, the last one if it's repeated; without NAME: the file without it
  [ -e "$SETTINGS" ] || return 0
  perl -e '
    my ($file, $wish, $name) = @ARGV;
    open my $in, "<", $file or exit 1;
    local $/;
    $_ = <$in> // "";
    my ($found, $rest, $end) = ("", "", 0);
    while (/\G[ \t\n\r]*(?=[^ \t\n\r])/gc) {
      next if /\G[#;](?:\\.|[^\\\n\r])*\\?/gcs;
      my $start = pos;
      /\G([^=\n\r]*)/gc;
      (my $key = $1) =~ s/[ \t]+$//;
      next unless /\G=/gc;
      my ($value, $kept, $is_plain) = ("", 0, 0);
      while (1) {
        if (/\G[ \t]+/gc) { next }
        elsif (/\G\x27([^\x27]*)\x27?/gc) { $value .= $1 }
        elsif (/\G"((?:\\.|[^"\\])*)"?/gcs) {
          (my $part = $1) =~ s/\\(.)/index("\"\\`\$", $1) >= 0 ? $1 : $1 eq "\n" ? "" : "\\$1"/ges;
          $value .= $part }
        else { last }
      }
      while (/\G(?:([^\\\n\r]+)|\\(.?))/gcs) {
        $is_plain = 1;
        if (defined $1) { $value .= $1 } else { $value .= $2 if $2 ne "\n" && $2 ne "\r"; $kept = length $value }
      }
      if ($is_plain) { (my $tail = substr $value, $kept) =~ s/[ \t]+$//; $value = substr($value, 0, $kept) . $tail }
      next if $key ne $name;
      /\G\n/gc;
      ($found, $rest, $end) = ($value, $rest . substr($_, $end, $start - $end), pos);
    }
    $rest .= substr $_, $end;
    # Anything appended starts on a new line.
    $rest .= "\n" while $rest =~ /[^\n]\z|\\\n\z/;
    print $wish eq "value" ? $found : $rest' "$SETTINGS" "$@"
}
setting() { settings_file value "$1"; } # NAME

ask() { # VARIABLE NAME QUESTION CHECK [later]: what a flag or the settings file says, or else the first answer that passes the check
  eval "value=\$$1"
  if [ -n "$value" ]; then "$4" "$value" || exit 2; return; fi
  value=$(setting "$2")
  if [ -n "$value" ] || [ -n "${5:+$yes}" ]; then return; fi
  while :; do
    printf '%s\n> ' "$3"
    IFS= read -r value || usage "$2 is missing: there was no answer, and no flag for it (see --help)."
    if [ -z "$value" ] && [ -n "${5:-}" ]; then break; fi
    if [ -n "$value" ] && "$4" "$value"; then break; fi
  done
  eval "$1=\$value"
}

is_host() {
  case $1 in
    *[!a-z0-9.-]* | .* | *. | -* | *-) say "$1 isn't a host name: it has only small letters, digits, hyphens and dots, such as careers.example.com."; return 1 ;;
    *.*) ;;
    *) say "$1 has no domain: type the whole name, such as careers.example.com."; return 1 ;;
  esac
  getent ahosts "$1" >/dev/null || { say "$1 has no address: add a DNS record that points to this machine, then type it again."; return 1; }
}

# Not [:print:], because dash checks bytes, and those of non-ASCII letters aren't printable.
is_name() { case $1 in *[[:cntrl:]]*) say 'A name has only printable characters.'; return 1 ;; esac; }

is_email() {
  printf '%s' "$1" | grep -Eqi '^[^@[:space:],"<>]+@([a-z0-9-]+\.)+[a-z][a-z0-9-]+$' || { say "$1 isn't an email address, such as owner@example.com."; return 1; }
}

is_mail_server() {
  printf '%s' "$1" | grep -Eq '^smtps?://([^:@/[:space:]]+:[^@/[:space:]]+@)?[A-Za-z0-9.-]+(:[0-9]+)?$' || {
    say "That isn't a mail server, such as smtp://user:password@mail.example.com:587 (write @ / : in a password as %40 %2F %3A)."; return 1; }
  place=${1#*://} place=${place##*@} port=587
  case $1 in smtps:*) port=465 ;; esac
  case $place in *:*) port=${place##*:} place=${place%:*} ;; esac
  perl -MIO::Socket::IP -e '
    my ($host, $port, $tls) = @ARGV;
    my $socket = IO::Socket::IP->new(PeerHost => $host, PeerPort => $port, Timeout => 10) or do { print "$host:$port: $@\n"; exit 1 };
    exit 0 if $tls;
    $SIG{ALRM} = sub { print "$host:$port connects but sends nothing; for a server that starts with TLS, use smtps://\n"; exit 1 };
    alarm 10;
    my $words = <$socket> // "nothing\n";
    exit 0 if $words =~ /^220/;
    print "$host:$port answers: $words"; exit 1' "$place" "$port" "$([ "$port" = 465 ] && echo 1)" || {
    say "The mail server can't be used like this. Check the address and the port, then type it again."; return 1; }
}

# --- changes, each only if needed --------------------------------------------------------------------------------------------------------------

put() { # MODE FILE TARGET
  if [ -e "$3" ] && cmp -s "$2" "$3"; then return 1; fi
  install -D --mode="$1" "$2" "$3"
  changed=yes
  say "  wrote $3"
}

set_setting() { # NAME VALUE
  [ "$(setting "$1")" = "$2" ] && return
  line=$1=\"$(printf '%s' "$2" | sed 's/[\\"`$]/\\&/g')\"
  (
    umask 077
    { settings_file without "$1"; printf '%s\n' "$line"; } >"$SETTINGS.new"
  )
  mv "$SETTINGS.new" "$SETTINGS"
  changed=yes restart=yes
  say "  set $1 in $SETTINGS"
}

missing_packages() {
  for name in $PACKAGES; do dpkg-query --show --showformat='${Status}' "$name" 2>/dev/null | grep -q ' installed$' || printf '%s ' "$name"; done
}

write_settings() {
  step='writing the settings'
  [ -e "$SETTINGS" ] || (umask 077; printf '# Written by deploy/install.sh; .env.example lists all settings.\n' >"$SETTINGS")
  chmod 600 "$SETTINGS"
  if [ -n "$host" ]; then set_setting BASE_URL "https://$host"; fi
  if [ -n "$employer" ]; then set_setting COMPANY_NAME "$employer"; fi
  if [ -n "$owner" ]; then set_setting ADMIN_EMAILS "$owner"; fi
  if [ -n "$mail" ] && [ "$(setting SMTP_URL)" != "$mail" ]; then set_setting SMTP_URL "$mail"; newmail=yes; fi
  # Anything left open here is set in the browser.
  set_setting FIRST_RUN yes
  domain=$(setting ADMIN_EMAILS) domain=${domain%%,*} domain=${domain##*@}
  [ -z "$domain" ] || [ -n "$(setting COMPANY_DOMAIN)" ] || set_setting COMPANY_DOMAIN "$domain"
  if [ -n "$domain" ] && [ -n "$(setting SMTP_URL)" ] && [ -z "$(setting MAIL_FROM)" ]; then
    case $(setting COMPANY_NAME) in
      *[\",\;:\<\>@\(\)]*) set_setting MAIL_FROM "careers@$domain" ;;
      *) set_setting MAIL_FROM "$(setting COMPANY_NAME) Careers <careers@$domain>" ;;
    esac
  fi
  [ -n "$(setting TRUST_PROXY)" ] || set_setting TRUST_PROXY 1
}

install_packages() {
  step='installing packages'
  [ -n "$packages" ] || return 0
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q=2
  # shellcheck disable=SC2086
  apt-get install -q=2 --yes --no-install-recommends $packages
  changed=yes
}

install_product() {
  step='installing the product'
  case $(uname -m) in x86_64) arch=x64 ;; aarch64) arch=arm64 ;; *) fail "There is no Node for $(uname -m) here: install Node 24 yourself." ;; esac
  version=$(sed -n "s/.*\"node-linux-$arch\": \"\(.*\)\".*/\1/p" "$ROUNDS_HOME/scripts/node-runtime/package.json")
  if [ "$(/usr/local/bin/node --version 2>/dev/null)" != "v$version" ]; then
    npm install --global --loglevel=error --no-audit --no-fund "node-linux-$arch@$version" npm@10
    changed=yes restart=yes
  fi
  cd "$ROUNDS_HOME"
  PATH=/usr/local/bin:$PATH
  if [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    npm ci --omit=dev --include=optional --loglevel=error --no-audit --no-fund
    changed=yes restart=yes
  fi
  sh scripts/node scripts/build.mjs --if-changed
  now=$(git -c safe.directory="$ROUNDS_HOME" rev-parse HEAD)
  if [ "$(cat dist/.installed 2>/dev/null)" != "$now" ]; then
    printf '%s\n' "$now" >dist/.installed
    changed=yes restart=yes
  fi
  [ -n "$(setting SECRET_KEY)" ] || set_setting SECRET_KEY "$(openssl rand -hex 32)"
  id rounds >/dev/null 2>&1 || { useradd --system --home-dir /var/lib/rounds --shell /usr/sbin/nologin rounds; changed=yes; }
  [ -d /var/lib/rounds ] || install --directory --mode=700 --owner=rounds --group=rounds /var/lib/rounds
  for name in rounds rounds-owner rounds-upgrade; do put 755 "deploy/$name" "/usr/local/bin/$name" || true; done
}

# The database that rounds-owner makes, or none yet. Behind HAProxy or PgBouncer on this machine, it's another one.
is_own_database() { case $1 in '' | *@127.0.0.1:5432/rounds) ;; *) return 1 ;; esac; } # URL

install_database() {
  step='setting up the database'
  is_own_database "$(setting DATABASE_URL)" || { /usr/local/bin/rounds migrate; return; }
  systemctl enable --now postgresql >/dev/null 2>&1 || fail 'PostgreSQL does not start: see journalctl --unit postgresql.'
  said=$(/usr/local/bin/rounds-owner) || { say "$said"; return 1; }
  set_setting DATABASE_URL "$(printf '%s\n' "$said" | sed -n 's/^DATABASE_URL for the product: //p')"
}

test_mail() {
  step='testing the mail server'
  if [ -z "$newmail" ] && systemctl is-active --quiet rounds; then return; fi
  to=$(setting ADMIN_EMAILS)
  [ -n "$to" ] && [ -n "$(setting SMTP_URL)" ] || return 0
  /usr/local/bin/rounds mail test "${to%%,*}" || fail "The mail server refused, with the words above. Run this again with --mail URL; everything else is kept."
}

install_service() {
  step='starting the service'
  for name in deploy/rounds.service deploy/backup/*.service deploy/backup/*.timer; do
    if put 644 "$name" "$UNITS/${name##*/}"; then restart=yes; fi
  done
  # It reads its limits only when it starts.
  if put 644 deploy/journald-rounds.conf /etc/systemd/journald.conf.d/rounds.conf; then systemctl try-restart systemd-journald >/dev/null 2>&1 || true; fi
  systemctl daemon-reload
  systemctl enable --now rounds rounds-backup.timer rounds-rehearsal.timer >/dev/null 2>&1 || fail 'Rounds does not start: see journalctl --unit rounds.'
  if [ -n "$restart" ] && systemctl is-active --quiet rounds-2; then /usr/local/bin/rounds roll
  elif [ -n "$restart" ]; then systemctl restart rounds; fi
}

install_proxy() {
  step='setting up the proxy'
  if ! is_ours || ! grep -q "^$host {" "$CADDYFILE" || { [ -n "$authority" ] && ! grep -q "acme_ca $authority\$" "$CADDYFILE"; }; then
    sed -e "s/careers\.example\.com/$host/g" ${authority:+-e "0,/^{/s|^{|{\n\tacme_ca $authority|"} deploy/Caddyfile >"$CADDYFILE.new"
    mv "$CADDYFILE.new" "$CADDYFILE"
    changed=yes proxy=yes
    say "  wrote $CADDYFILE"
  fi
  systemctl enable caddy >/dev/null 2>&1
  if [ -n "$proxy" ] || ! systemctl is-active --quiet caddy; then systemctl restart caddy; fi
}

wait_until_ready() {
  step='waiting for the certificate'
  for second in $(seq 120); do
    if words=$(curl --silent --show-error --fail --max-time 5 "https://$host/readyz" 2>&1); then return; fi
    [ "$second" != 10 ] || say "Waiting for https://$host …"
    sleep 1
  done
  fail "https://$host doesn't answer yet ($words). Ports 80 and 443 must be reachable from outside; journalctl --unit caddy says why there's no certificate. Then run this again."
}

is_ours() { [ -e "$CADDYFILE" ] && head -n 1 "$CADDYFILE" | grep -qi '^# .*in front of Rounds'; } # also what older versions wrote

take_turn() { # not beside an upgrade, and not before one is finished
  exec 9>/run/rounds-upgrade.lock
  flock --nonblock 9 || fail "Another rounds-upgrade or install.sh is running here. This one didn't change anything."
  case $(cat /var/lib/rounds-upgrade/step 2>/dev/null) in '' | 'done') ;; *) fail 'An upgrade is unfinished: run rounds-upgrade first.' ;; esac
}

check_machine() {
  [ "$(id -u)" = 0 ] || fail 'Run this as root, for example with sudo.'
  [ -e /etc/debian_version ] || fail 'This is for Debian and Ubuntu. docs/operate.md describes the steps for other systems.'
  [ "$ROUNDS_HOME" = /opt/rounds ] || fail "The units expect Rounds in /opt/rounds, and this is $ROUNDS_HOME: clone it there."
  take_turn
  [ ! -e "$CADDYFILE" ] || is_ours || grep -q 'The Caddyfile is an easy way' "$CADDYFILE" ||
    fail "$CADDYFILE has sites of your own: add those of deploy/Caddyfile yourself, as docs/operate.md says."
  systemctl is-active --quiet caddy 2>/dev/null && return
  for port in 80 443; do
    perl -MIO::Socket::INET -e 'exit !IO::Socket::INET->new(LocalPort => $ARGV[0], Listen => 1, ReuseAddr => 1)' "$port" ||
      fail "Another program uses port $port: stop it, or set Rounds up behind it as docs/operate.md says."
  done
}

uninstall() {
  [ "$(id -u)" = 0 ] || fail 'Run this as root, for example with sudo.'
  take_turn
  say 'This stops Rounds and removes its units, commands and proxy settings.'
  [ -n "$yes" ] || { printf 'Continue? [y/N] '; read -r answer && [ "$answer" = y ] || exit 1; }
  systemctl disable --now rounds-backup.timer rounds-rehearsal.timer rounds >/dev/null 2>&1 || true
  if [ -e "$UNITS/rounds-2.service" ]; then systemctl disable --now rounds-2 >/dev/null 2>&1 || true; fi
  if is_ours; then systemctl disable --now caddy >/dev/null 2>&1 || true; rm -f "$CADDYFILE"; fi
  rm -f "$UNITS"/rounds.service "$UNITS"/rounds-*.service "$UNITS"/rounds-*.timer /usr/local/bin/rounds /usr/local/bin/rounds-owner /usr/local/bin/rounds-upgrade /etc/systemd/journald.conf.d/rounds.conf
  systemctl daemon-reload
  say "Kept: $SETTINGS, /etc/rounds-owner.env, /var/lib/rounds, /var/lib/rounds-upgrade, /var/backups/rounds, the database rounds, /opt/rounds and, after an upgrade, /opt/rounds.previous. Run the script again to bring it all back."
}

while [ $# -gt 0 ]; do
  case $1 in
    --host | --employer | --owner | --mail | --authority) [ $# -gt 1 ] && [ -n "$2" ] || usage "$1 needs a value."; eval "${1#--}=\$2"; shift ;;
    --yes) yes=yes ;;
    --uninstall) uninstalling=yes ;;
    --help) help; exit 0 ;;
    *) usage "Unknown argument '$1' (see --help)." ;;
  esac
  shift
done
if [ -n "${uninstalling:-}" ]; then uninstall; exit 0; fi

check_machine
ask host BASE_URL "The name people will open, which already points to this machine, such as careers.example.com:" is_host
ask employer COMPANY_NAME "The employer's name:" is_name
ask owner ADMIN_EMAILS "The first owner's email address, or nothing to set it in the browser:" is_email later
ask mail SMTP_URL "The mail server, such as smtp://user:password@mail.example.com:587, or nothing to set it in the browser:" is_mail_server later
packages=$(missing_packages)
: "${host:=$(setting BASE_URL | sed 's|^https://||')}"
say "This will, where it isn't done yet:"
if [ -n "$packages" ]; then say "  install these packages, and Node: $packages"; fi
say '  create the user rounds, a PostgreSQL database, the services rounds and caddy, and daily backups in /var/backups/rounds'
say "  keep settings in $SETTINGS, readable by root alone, and data in /var/lib/rounds"
say "  get a certificate for $host"
if [ -n "$owner$(setting ADMIN_EMAILS)" ] && [ -n "$mail$(setting SMTP_URL)" ]; then say '  send one test email to the owner'; fi
if [ -z "$yes" ]; then
  printf 'Continue? [Y/n] '
  read -r answer || usage 'There was no answer: run it with --yes.'
  case $answer in '' | y | Y | yes) ;; *) say 'Nothing was changed.'; exit 1 ;; esac
fi
trap '[ $? = 0 ] || echo "Stopped while $step. Your answers are kept in $SETTINGS; run this again to continue." >&2' EXIT
write_settings
install_packages
install_product
install_database
test_mail
install_service
install_proxy
wait_until_ready
[ -n "$changed" ] || say 'Nothing had to change.'
if [ -n "$(setting ADMIN_EMAILS)" ]; then say "Rounds is ready. Sign in as $(setting ADMIN_EMAILS): https://$host/admin/login"
elif link=$(/usr/local/bin/rounds first-run link 2>/dev/null); then say "Rounds is ready. Set it up in your browser, within an hour and only once: $link"
else say "Rounds is ready: https://$host/admin/login"; fi
