# SPDX-License-Identifier: Apache-2.0
# What the stand-ins of bin/ have in common: the machine as $MACHINE says, and their arguments.
is() { [[ " ${MACHINE:-} " == *" $1 "* ]]; }
refuse() {
  echo "overlace: $1" >&2
  exit 75
}
arguments=$*
given() { [[ " $arguments " == *" $1 "* ]]; }
