"""An algorithm of nomenklatura on the pack of the scoreboard.

    python3 -m venv VENV && VENV/bin/pip install nomenklatura==4.17.4
    VENV/bin/python bench/scoreboard/nomenklatura_engine.py FOLDER [logic-v2 | ofac-249 | …]

It compares two entities. What to compare comes from a service's index elsewhere; here those entries that share most rare words,
beginnings or sounds of words with the query, and always the expected one, so that no index can miss it.
"""

import json
import math
import sys
import time
from collections import Counter, defaultdict
from importlib.metadata import version
from pathlib import Path

from followthemoney import EntityProxy
from followthemoney.types import registry
from nomenklatura.matching import get_algorithm
from normality import ascii_text
from rigour.text import metaphone

COMPARED = 60
# What their service takes for a match unless told otherwise.
THRESHOLD = 0.7

folder = Path(sys.argv[1])
name = sys.argv[2] if len(sys.argv) > 2 else "logic-v2"
algorithm = get_algorithm(name)
if algorithm is None:
    sys.exit(f"nomenklatura has no algorithm {name}")


def rows(file):
    with open(folder / file, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def entity(row):
    data = {key: row[key] for key in ("id", "schema", "properties")}
    return EntityProxy.from_dict(data, cleaned=False)


def keys(proxy):
    found = set()
    for text in proxy.get_type_values(registry.name, matchable=True):
        for word in (ascii_text(text) or "").lower().split():
            word = "".join(letter for letter in word if letter.isalnum())
            if len(word) > 1:
                found.update((word, "^" + word[:4], "~" + metaphone(word)))
    return found


entries = {row["id"]: entity(row) for row in rows("entities.jsonl")}
having = defaultdict(list)
for entity_id, proxy in entries.items():
    for key in keys(proxy):
        having[key].append(entity_id)


def candidates(proxy, expected):
    weights = Counter()
    for key in keys(proxy):
        ids = having.get(key, [])
        for entity_id in ids:
            weights[entity_id] += math.log(1 + len(entries) / len(ids))
    found = [entity_id for entity_id, _ in weights.most_common(COMPARED)]
    return found if expected is None or expected in found else [*found, expected]


config = algorithm.default_config()
queries = rows("queries.jsonl")
answers = []
started = time.monotonic()
for row in queries:
    query = entity(row)
    scores = {
        entity_id: algorithm.compare(query, entries[entity_id], config).score
        for entity_id in candidates(query, row["expected"])
    }
    answers.append({"id": row["id"], "best": max(scores.values(), default=0), "own": scores.get(row["expected"], 0)})
seconds = time.monotonic() - started

run = {"engine": name, "version": f"nomenklatura {version('nomenklatura')}", "threshold": THRESHOLD, "seconds": seconds}
with open(folder / f"answers.{name}.jsonl", "w", encoding="utf-8") as file:
    file.writelines(json.dumps(answer) + "\n" for answer in answers)
(folder / f"engine.{name}.json").write_text(json.dumps(run, indent=2) + "\n", encoding="utf-8")
print(f"{len(queries)} queries in {seconds:.1f} s")
