# SPDX-License-Identifier: GPL-2.0
"""The outcome of a calibration as text and as JSON (docs/data-format.md, "Calibration")."""

from report.table import SPREAD, markdown

SCHEMA = 1


def document(experiment, search, best, found) -> dict:
    """The outcome as a JSON object."""
    keys = [dimension.key for dimension in search.dimensions]
    return {
        "schema": SCHEMA, "experiment": experiment.name, "table": experiment.published.path.name,
        "seeds": experiment.axes.get("seed", [experiment.fixed.get("seed")]), "budget": search.budget,
        "evaluations": len(search.known), "fit": dict(zip(keys, best.values)),
        "rms_error": round(best.rms, 5), "mean_error": round(best.mean_error, 5),
        "largest_error": round(max(best.residuals, key=abs), 5), "noise": round(best.noise, 5),
        "parameters": [_parameter(parameter) for parameter in found.parameters],
        "not_told_apart": [{"weights": {key: round(weight, 3) for key, weight in weights.items()},
                            "standard_error_ranges": round(error, 3)} for weights, error in found.blind],
        "history": [{"values": dict(zip(keys, evaluation.values)), "rms_error": round(evaluation.rms, 5),
                     "mean_error": round(evaluation.mean_error, 5)} for evaluation in search.known.values()],
    }


def _parameter(parameter):
    dimension = parameter.dimension
    return {"key": dimension.key, "low": dimension.low, "high": dimension.high, "is_log": dimension.is_log,
            "value": parameter.value, "standard_error": round(parameter.standard_error, 1),
            "is_identified": parameter.is_identified,
            "below": {"value": parameter.below[0], "rms_error": round(parameter.below[1], 5)},
            "above": {"value": parameter.above[0], "rms_error": round(parameter.above[1], 5)},
            "also_fits": list(parameter.also_fits)}


def text(outcome: dict) -> str:
    """The outcome for people."""
    head = ["parameter", "fit", SPREAD, "range", "error at", "below", "error at", "above", "also fits", "identified"]
    rows = [[item["key"], str(item["value"]), f"{item['standard_error']:.4g}", f"{item['low']}..{item['high']}",
             str(item["below"]["value"]), f"{item['below']['rms_error']:.3f}", str(item["above"]["value"]),
             f"{item['above']['rms_error']:.3f}", f"{item['also_fits'][0]}..{item['also_fits'][1]}",
             "yes" if item["is_identified"] else "no"] for item in outcome["parameters"]]
    told = [
        f"Best of {outcome['evaluations']} evaluations against {outcome['table']}: error {outcome['rms_error']:.3f} "
        f"(root mean square of the normalised differences), mean absolute {outcome['mean_error']:.3f}, largest "
        f"{outcome['largest_error']:+.3f}; noise of a value over the seeds {outcome['noise']:.3f}.", "",
        markdown(head, rows, 1), "",
        f"{SPREAD} is a standard error; identified: two of them are at most 15 % of the value."]
    told += [_blind_sentence(entry) for entry in outcome["not_told_apart"]]
    told += ["", "As lines of a profile or of [settings]:",
             *(f"{key} = {value}" for key, value in outcome["fit"].items())]
    return "\n".join(told) + "\n"


def _blind_sentence(entry):
    weights = entry["weights"]
    if len(weights) == 1:
        return f"The data say nothing about {next(iter(weights))}."
    joined = ", ".join(f"{key} {weight:+.2f}" for key, weight in weights.items())
    return f"The data cannot tell apart changes together of {joined} (shares of their ranges)."
