"""Typesets the files of the press benchmark with Typst, and prints the figures of this process as JSON."""

import json
import resource
import statistics
import sys
import time

import typst

folder, fonts = sys.argv[1:3]
with open(f"{folder}/plan.json", encoding="utf-8") as file:
    plan = json.load(file)


def measure(names):
    times = []
    for name in names:
        with open(f"{folder}/{name}.typ", "rb") as file:
            source = file.read()
        started = time.perf_counter()
        compiler.compile(input=source, format="pdf", pdf_tags=False)
        times.append((time.perf_counter() - started) * 1000)
    return statistics.median(times)


started = time.perf_counter()
compiler = typst.Compiler(font_paths=[fonts], ignore_system_fonts=True)
opening = (time.perf_counter() - started) * 1000
cold = opening + measure(plan["cold"])
fresh = measure(plan["fresh"])
measure(plan["cold"])
edit = measure(plan["edits"])
measure(plan["repeats"])
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"cold": cold, "new text": fresh, "one edit": edit, "peak RSS": peak}))
