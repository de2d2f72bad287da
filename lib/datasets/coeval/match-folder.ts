import type { ImportProblem } from "@/lib/domain/import";
import type { AnnotatorFile } from "./annotator-file";
import type { ReleaseKey } from "./release-key";
import { isObject, problemIn } from "./source-file";

const reserved = new Set(["criteria", "model"]);

/**
 * The key that a folder of annotators belongs to: one with the same names of input and output and all of the folder's criteria; of several, the one that
 * shares the most outputs, then the one that the folder is `named` after, then one without further criteria.
 */
export function matchFolder(files: AnnotatorFile[], keys: ReleaseKey[], named?: ReleaseKey): ReleaseKey | { problem: ImportProblem } {
  const fields = new Set<string>();
  const criteria = new Set<string>();
  for (const { samples } of files) {
    for (const sample of samples.values()) {
      for (const field of Object.keys(sample)) if (!reserved.has(field)) fields.add(field);
      if (isObject(sample.criteria)) for (const criterion of Object.keys(sample.criteria)) criteria.add(criterion);
    }
  }
  const fitting = keys.filter(
    (key) => sameMembers(fields, new Set([key.sourceName, key.targetName])) && [...criteria].every((name) => key.drafts.has(name)),
  );
  const [best] = fitting
    .map((key) => ({ key, equal: equalOutputs(files, key), named: key === named, further: key.criteria.length - criteria.size }))
    .sort((a, b) => b.equal - a.equal || Number(b.named) - Number(a.named) || a.further - b.further);
  return best?.key ?? { problem: noMatch(files, keys, fields, criteria) };
}

const sameMembers = (a: Set<string>, b: Set<string>) => a.size === b.size && [...a].every((member) => b.has(member));

function equalOutputs(files: AnnotatorFile[], key: ReleaseKey): number {
  let equal = 0;
  for (const { samples } of files) {
    for (const [id, sample] of samples) if (sample[key.targetName] === key.targets[Number(id) - 1]) equal++;
  }
  return equal;
}

function noMatch(files: AnnotatorFile[], keys: ReleaseKey[], fields: Set<string>, criteria: Set<string>): ImportProblem {
  const quoted = (names: Iterable<string>) => [...names].map((name) => `"${name}"`).join(", ");
  const known = keys.map((key) => `${key.key} (fields ${quoted([key.sourceName, key.targetName])}; criteria ${quoted(key.criteria)})`);
  return problemIn(
    files[0]?.folder ?? "",
    null,
    `No task of combine_data.json has this folder's fields ${quoted(fields)} and criteria ${quoted(criteria)}. It has ${known.join("; ")}.`,
  );
}
