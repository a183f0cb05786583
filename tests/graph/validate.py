# SPDX-License-Identifier: Apache-2.0
"""Validates documents with a stock JSON Schema validator: validate.py SCHEMA DOCUMENT…

Prints one line per document: "valid NAME", or "invalid NAME: POINTER MESSAGE". Ends with 77 where the
validator is not installed, and with 1 when the schema itself is not valid.
"""
import json
import sys

try:
    import jsonschema
except ImportError:
    sys.exit(77)

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as file:
        document = json.load(file)
    error = next(validator.iter_errors(document), None)
    if error is None:
        print(f"valid {name}")
    else:
        print(f"invalid {name}: /{'/'.join(map(str, error.absolute_path))} {error.message[:200]}")
