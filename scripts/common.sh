# Sourced by scripts/demo and scripts/test: sets the machine up and builds the package.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf 'contact_sim: %s\n' "$*"; }
fail() { printf 'contact_sim: %s\n' "$*" >&2; exit 1; }

# A ROS 2 that is sourced, or else one under /opt/ros, or none: $world is its name.
choose_world() {
  world=debian
  if [ -z "${ROS_DISTRO:-}" ]; then
    local setup
    for setup in /opt/ros/*/setup.bash; do
      if [ -f "$setup" ]; then
        set +u  # ROS's setup files read variables that need not be set
        # shellcheck disable=SC1090
        source "$setup"
        set -u
        break
      fi
    done
  fi
  if [ -n "${ROS_DISTRO:-}" ]; then
    world=$ROS_DISTRO
    say "using ROS 2 $ROS_DISTRO from ${AMENT_PREFIX_PATH:-its sourced setup file}"
  else
    say "no ROS 2 is sourced or under /opt/ros: building with Debian's packages, without the ros room"
  fi
}

needed_packages() {
  echo build-essential cmake libassimp-dev libbenchmark-dev libboost-dev libcli11-dev \
    libconsole-bridge-dev libeigen3-dev libqhull-dev libtinyxml2-dev liburdfdom-dev \
    libyaml-cpp-dev nlohmann-json3-dev
  # Other engines, to compare with in tests and benchmarks.
  echo libdart-dev libdart-utils-urdf-dev libfcl-dev libmujoco-dev libode-dev liburdfdom-tools
  if [ "$world" = debian ]; then
    echo ament-cmake ament-cmake-copyright ament-cmake-cpplint ament-cmake-flake8 \
      ament-cmake-googletest ament-cmake-lint-cmake ament-cmake-pep257 ament-cmake-pytest \
      ament-cmake-uncrustify ament-cmake-xmllint ament-lint libxml2-utils pluginlib-dev python3-pytest
  fi
}

# The page of the live view is bundled with Node.js 18 or newer, and tested in Chromium. Ubuntu has
# Chromium only as a snap and often an older Node.js: there both are left to the user.
page_packages() {
  local major
  [ "$(. /etc/os-release 2>/dev/null && echo "${ID:-}")" = debian ] || return 0
  major=$(node --version 2>/dev/null | sed -n 's/^v\([0-9]*\).*/\1/p') || major=0
  { [ "${major:-0}" -ge 18 ] && command -v npm >/dev/null; } || echo nodejs npm
  command -v chromium >/dev/null || echo chromium
}

# Those of a list that are not installed.
missing_of() {
  local package
  for package in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
      echo "$package"
  done
}

# What went wrong is said on the standard error; whether it matters is the caller's business.
install_packages() {
  local root=() log
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      say "packages are missing and neither root nor sudo is here; run as root: apt-get install $*" >&2
      return 1
    }
    root=(sudo)
  fi
  say "installing $# packages to build and test with: $*"
  log=$(mktemp)
  { "${root[@]}" apt-get -qq update &&
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get -qq install --yes --no-install-recommends "$@"; } >"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    rm -f "$log"
    say "apt-get could not install them; its last lines are above" >&2
    return 1
  }
  rm -f "$log"
}

# Without those of the page a simulation is still worth its while.
install_missing() {
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
    fail "apt is not on this machine; install these packages by hand, then run again:" \
      "$(needed_packages | tr '\n' ' ')$(page_packages | tr '\n' ' ')"
  local missing
  # shellcheck disable=SC2046
  mapfile -t missing < <(missing_of $(needed_packages))
  [ ${#missing[@]} -eq 0 ] || install_packages "${missing[@]}" || exit 1
  # shellcheck disable=SC2046
  mapfile -t missing < <(missing_of $(page_packages))
  [ ${#missing[@]} -eq 0 ] || install_packages "${missing[@]}" ||
    say "going on without ${missing[*]}"
}

# Release, into build/<world>, so that a machine with and without ROS 2 sourced keeps both.
build() {
  local tests=$1 log=build/$world/configure.log
  build_dir=build/$world
  mkdir -p "$build_dir"
  cmake -S . -B "$build_dir" -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING="$tests" \
    -DCONTACT_SIM_WARNINGS_AS_ERRORS="$([ -n "${CI:-}" ] && echo ON || echo OFF)" >"$log" 2>&1 ||
    { tail -n 30 "$log" >&2; fail "CMake could not configure; its last lines are above"; }
  grep -h '^-- ros room' "$log" | sed 's/^-- /contact_sim: /'
  say "building in $build_dir"
  cmake --build "$build_dir" --parallel "$(nproc)" |
    sed -n -u 's|^\[ *\([0-9]*%\)\] Building CXX object .*/\([^/]*\)\.o$|  \1 \2|p' ||
    fail "the build failed; see above"
}

# The page of the live view, where Node.js is there to bundle it; else it is said how to get it.
# Nothing here may stop a simulation: its packages come from the network.
build_page() {
  local page=$build_dir/stage/share/contact_sim/viewer log=$build_dir/page.log major sources
  major=$(node --version 2>/dev/null | sed -n 's/^v\([0-9]*\).*/\1/p') || major=0
  if [ ! -f viewer/package.json ] || [ "${major:-0}" -lt 18 ] || ! command -v npm >/dev/null; then
    say "no page in the browser: install Node.js 18 or newer with npm, then run this again"
    return 0
  fi
  sources=$(find viewer -name node_modules -prune -o -type f -print0 | sort -z | xargs -0 sha256sum |
    sha256sum)
  [ "$(cat "$page/.sources" 2>/dev/null)" != "$sources" ] || return 0
  say "bundling the page in $page"
  { [ -d viewer/node_modules ] && [ viewer/node_modules -nt viewer/package-lock.json ] ||
      npm --prefix viewer ci --no-audit --no-fund; } >"$log" 2>&1 &&
    npm --prefix viewer run build -- --outdir "$PWD/$page" >>"$log" 2>&1 || {
    tail -n 5 "$log" >&2
    say "no page in the browser: npm could not bundle it, see above and $log"
    return 0
  }
  echo "$sources" >"$page/.sources"
}
