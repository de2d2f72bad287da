import type { ImportProblem } from "@/lib/domain/import";
import { textProblem } from "../text-problem";
import { draftLines, MAX_LINES } from "./draft-lines";
import { isObject, isTextList, type Json, problemIn } from "./source-file";

/** One task of `combine_data.json`: its samples in order and, per criterion, the judge's text for each. */
export interface ReleaseKey {
  key: string;
  description: string;
  sourceName: string;
  targetName: string;
  sources: string[];
  targets: string[];
  systems: string[];
  criteria: string[];
  /** drafts[criterion][position] */
  drafts: Map<string, string[]>;
}

/** Reads the tasks of `combine_data.json`; a task of unknown shape becomes a problem that names key and field. */
export function readReleaseKeys(path: string, object: Json): { keys: ReleaseKey[]; problems: ImportProblem[] } {
  const keys: ReleaseKey[] = [];
  const problems: ImportProblem[] = [];
  for (const [key, value] of Object.entries(object)) {
    const read = readKey(path, key, value);
    if ("problems" in read) problems.push(...read.problems);
    else keys.push(read);
  }
  if (Object.keys(object).length === 0) problems.push(problemIn(path, null, "The file has no tasks."));
  return { keys, problems };
}

const listFields = ["task_info", "source_name", "target_name", "source", "target", "model_name"] as const;

function readKey(path: string, key: string, value: unknown): ReleaseKey | { problems: ImportProblem[] } {
  if (!isObject(value)) return { problems: [problemIn(path, key, "Expected an object with the task's lists.")] };
  const lists = Object.fromEntries(listFields.map((field) => [field, value[field]]));
  const problems: ImportProblem[] = [];
  const list = (field: (typeof listFields)[number]): string[] => {
    const found = lists[field];
    if (isTextList(found)) return found;
    problems.push(problemIn(path, `${key}.${field}`, "Expected a list of texts."));
    return [];
  };
  const [info, sourceNames, targetNames, sources, targets, systems] = listFields.map(list) as [
    string[],
    string[],
    string[],
    string[],
    string[],
    string[],
  ];
  const { criteria, drafts, problems: criteriaProblems } = readDrafts(path, key, value, sources.length);
  problems.push(...criteriaProblems);
  for (const field of listFields) {
    const found = lists[field];
    if (isTextList(found) && found.length !== sources.length) {
      problems.push(problemIn(path, `${key}.${field}`, `The list has ${found.length} entries; "source" has ${sources.length}.`));
    }
  }
  for (const [field, texts] of [["source", sources] as const, ["target", targets] as const])
    problems.push(...badTexts(path, `${key}.${field}`, texts));
  for (const [field, names] of [["source_name", sourceNames] as const, ["target_name", targetNames] as const]) {
    if (new Set(names).size > 1) problems.push(problemIn(path, `${key}.${field}`, "The name must be the same for all samples."));
  }
  if (isTextList(lists.source) && sources.length === 0) problems.push(problemIn(path, `${key}.source`, "The task has no samples."));
  if (problems.length > 0) return { problems };
  const first = (texts: string[]) => texts[0] ?? "";
  const description = [...new Set(info)].join("\n");
  return { key, description, sourceName: first(sourceNames), targetName: first(targetNames), sources, targets, systems, criteria, drafts };
}

function readDrafts(path: string, key: string, value: Json, samples: number) {
  const problems: ImportProblem[] = [];
  const drafts = new Map<string, string[]>();
  const criteria = isTextList(value.criteria) ? value.criteria : [];
  if (criteria.length === 0) problems.push(problemIn(path, `${key}.criteria`, "Expected a list of criterion texts."));
  const byCriterion = isObject(value.criteria_kv) ? value.criteria_kv : {};
  if (!isObject(value.criteria_kv)) problems.push(problemIn(path, `${key}.criteria_kv`, "Expected an object with drafts per criterion."));
  for (const criterion of criteria) {
    const texts = byCriterion[criterion];
    const field = `${key}.criteria_kv.${criterion}`;
    if (drafts.has(criterion)) problems.push(problemIn(path, `${key}.criteria`, `The criterion "${criterion}" is listed twice.`));
    if (!isTextList(texts)) problems.push(problemIn(path, field, "Expected a list of draft texts."));
    else if (texts.length !== samples) problems.push(problemIn(path, field, `There are ${texts.length} drafts for ${samples} samples.`));
    else {
      problems.push(...badTexts(path, field, texts), ...longDrafts(path, field, texts));
      drafts.set(criterion, texts);
    }
  }
  for (const criterion of Object.keys(byCriterion)) {
    if (!criteria.includes(criterion)) {
      problems.push(problemIn(path, `${key}.criteria_kv.${criterion}`, `These drafts are for a criterion that is not in "criteria".`));
    }
  }
  return { criteria, drafts, problems };
}

function longDrafts(path: string, field: string, texts: string[]): ImportProblem[] {
  return texts.flatMap((text, index) => {
    const lines = draftLines(text).length;
    return lines <= MAX_LINES ? [] : [problemIn(path, `${field}[${index}]`, `The draft has ${lines} lines; the most is ${MAX_LINES}.`)];
  });
}

function badTexts(path: string, field: string, texts: string[]): ImportProblem[] {
  return texts.flatMap((text, index) => {
    const problem = textProblem(text);
    return problem === null ? [] : [problemIn(path, `${field}[${index}]`, `The text ${problem}`)];
  });
}
