#!/bin/sh
# Installs what the sandbox needs, where that is missing and can be installed.
set -eu
command -v bwrap >/dev/null 2>&1 && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
	echo "installing bubblewrap, which isolates programs under test"
	apt-get update -qq && apt-get install -y -qq bubblewrap >/dev/null
	exit 0
fi
echo "note: bubblewrap is not installed, so programs written by models cannot be run;"
echo "      coding steps stay undecided and the sandbox's tests are skipped (Debian: sudo apt-get install bubblewrap)"
