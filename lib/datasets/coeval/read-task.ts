import type { BundleAssignment, BundleDraft, BundleEvaluation, TaskBundle } from "@/lib/domain/bundle";
import type { Scale } from "@/lib/domain/criterion";
import type { ImportProblem } from "@/lib/domain/import";
import { WarningTally } from "../tally-warnings";
import type { AnnotatorFile } from "./annotator-file";
import { commonMaximum, draftLines, kindsByPosition, scoreInLine, statedScore } from "./draft-lines";
import { readEvaluation } from "./read-evaluation";
import type { ReleaseKey } from "./release-key";
import { isObject, type Json, problemIn } from "./source-file";

export type CoevalScale = Pick<Scale, "min" | "max" | "step">;

/** What the release calls its judge, and the scale it asked for. */
const judgeName = "chatgpt";
const releaseScale: CoevalScale = { min: 1, max: 5, step: 1 };

interface TaskContext {
  key: ReleaseKey;
  scale: CoevalScale;
  scaleAdvice: string;
  /** lines[criterion][position] and scores alike, as the drafts have them. */
  lines: Map<string, string[][]>;
  scores: Map<string, (number | null)[]>;
  tally: WarningTally;
  /** Texts that annotators saw and that differ from the samples', by position. */
  seen: Map<number, Record<string, string>>;
}

/** One task: a key of `combine_data.json` with the annotators of its folder, if it has one. */
export function readTask(
  name: string,
  key: ReleaseKey,
  files: AnnotatorFile[],
  givenScale: CoevalScale | null,
  problems: ImportProblem[],
): TaskBundle {
  const scale = givenScale ?? releaseScale;
  const lines = new Map([...key.drafts].map(([criterion, texts]) => [criterion, texts.map(draftLines)]));
  const scores = new Map([...lines].map(([criterion, drafts]) => [criterion, drafts.map((draft) => statedScore(draft, scale))]));
  const context = { key, scale, scaleAdvice: advice(key, givenScale), lines, scores, tally: new WarningTally(), seen: new Map() };
  const drafts = readDrafts(context);
  const annotators = readAnnotators(files, context, problems);
  noteSamples(key, context.tally);
  return {
    task: { name, description: key.description, inputName: key.sourceName, outputName: key.targetName, guidelines: "" },
    criteria: key.criteria.map((criterion) => ({
      name: criterion,
      definition: "",
      scale: { ...scale, levels: [] },
      overall: false,
    })),
    samples: readSamples(context),
    judges: [{ name: judgeName, model: null, protocol: "step-by-step", promptVersion: "coeval-release", drafts }],
    annotators,
    warnings: context.tally.list(),
  };
}

function advice(key: ReleaseKey, given: CoevalScale | null): string {
  const said = commonMaximum([...key.drafts.values()].flat());
  const hint = said === null ? "" : ` Most drafts that say it say "out of ${said}".`;
  const set = given === null ? `The files do not state a scale; set the import's option "scale".` : `Check the import's option "scale".`;
  return `${set}${hint}`;
}

function readSamples({ key, seen }: TaskContext): TaskBundle["samples"] {
  return key.sources.map((input, position) => ({
    externalId: String(position + 1),
    input,
    output: key.targets[position] ?? "",
    outputB: null,
    system: key.systems[position] || null,
    systemB: null,
    goldLabel: null,
    subset: null,
    reference: null,
    imageUrl: null,
    inputId: null,
    metadata: { ...seen.get(position) },
  }));
}

function readDrafts({ key, scale, lines, scores, tally }: TaskContext): BundleDraft[] {
  const drafts: BundleDraft[] = [];
  for (const position of key.sources.keys()) {
    for (const criterion of key.criteria) {
      const raw = key.drafts.get(criterion)?.[position] ?? "";
      const draft = lines.get(criterion)?.[position] ?? [];
      const score = scores.get(criterion)?.[position] ?? null;
      const kinds = kindsByPosition(draft);
      const place = `sample ${position + 1}, ${criterion}`;
      if (draft.length === 0) tally.add("draft-empty", "A draft is empty: no items, no score.", place);
      else if (score === null) tally.add("draft-score-unreadable", "No score on the scale can be read in a draft; it has none.", place);
      else if (scoreInLine(draft[1] ?? "", scale) === null)
        tally.add("score-not-on-second-line", "The score is not on the draft's second line; it is read where it stands.", place);
      noteDraft(draft, key, tally, place);
      drafts.push({
        sampleId: String(position + 1),
        criterion,
        score,
        items: draft.map((text, index) => ({ kind: kinds[index] ?? "evidence", text })),
        raw,
      });
    }
  }
  return drafts;
}

function noteDraft(draft: string[], key: ReleaseKey, tally: WarningTally, place: string): void {
  const last = draft.at(-1);
  if (last !== undefined && !/[.!?:)\]"'”’。]$/.test(last))
    tally.add("draft-cut-off", "A draft ends without closing punctuation, as if cut off.", place);
  // An older name of the output, left in the release's prompts.
  if (!key.targetName.includes("article") && draft.some((line) => /\bthe article\b/i.test(line))) {
    tally.add("draft-says-article", `A draft speaks of "the article", which is not what the task calls its output.`, place);
  }
}

function noteSamples(key: ReleaseKey, tally: WarningTally): void {
  for (const [position, target] of key.targets.entries()) {
    if (target !== target.trim())
      tally.add("output-edged-with-blanks", "An output begins or ends with blanks; they are kept.", `sample ${position + 1}`);
  }
}

function readAnnotators(files: AnnotatorFile[], context: TaskContext, problems: ImportProblem[]): TaskBundle["annotators"] {
  const names = new Map<string, string>();
  return files.map((file) => {
    const earlier = names.get(file.annotator);
    if (earlier !== undefined) problems.push(problemIn(file.path, file.annotator, `The annotator is already in ${earlier}.`));
    names.set(file.annotator, file.path);
    const stem = file.path
      .split("/")
      .at(-1)
      ?.replace(/\.json$/i, "");
    if (stem !== file.annotator)
      context.tally.add("annotator-name-differs", "A file's name is not its annotator's; the annotator's is taken.", file.path);
    noteAbsent(file, context);
    const assignments = [...file.samples].flatMap(([id, sample]) => readAssignment(file, id, sample, context, problems) ?? []);
    return { name: file.annotator, assignments };
  });
}

function noteAbsent(file: AnnotatorFile, { key, tally }: TaskContext): void {
  for (const position of key.sources.keys()) {
    if (!file.samples.has(String(position + 1)))
      tally.add("sample-not-rated", "An annotator did not rate a sample.", `${file.annotator} sample ${position + 1}`);
  }
}

function readAssignment(
  file: AnnotatorFile,
  id: string,
  sample: Json,
  context: TaskContext,
  problems: ImportProblem[],
): BundleAssignment | null {
  const { key } = context;
  const position = Number(id) - 1;
  if (key.targets[position] === undefined || String(position + 1) !== id) {
    problems.push(problemIn(file.path, id, `There is no sample "${id}"; the task has ${key.targets.length}, numbered from 1.`));
    return null;
  }
  noteTexts(file, id, sample, context);
  const criteria = isObject(sample.criteria) ? sample.criteria : {};
  const evaluations = key.criteria.flatMap((criterion): BundleEvaluation[] => {
    const place = `${file.annotator} sample ${id}, ${criterion}`;
    if (!(criterion in criteria)) {
      context.tally.add("rating-missing", "An annotator left a criterion of a sample out; it is missing, never filled in.", place);
      return [];
    }
    const read = readEvaluation(criteria[criterion], {
      criterion,
      scale: context.scale,
      scaleAdvice: context.scaleAdvice,
      draftLines: context.lines.get(criterion)?.[position] ?? [],
      judgeScore: context.scores.get(criterion)?.[position] ?? null,
      place,
      tally: context.tally,
    });
    if (!("problems" in read)) return [read];
    problems.push(...read.problems.map((message) => problemIn(file.path, `sample ${id}, criterion ${criterion}`, message)));
    return [];
  });
  return { sampleId: id, arm: "drafted", judge: judgeName, evaluations };
}

/** The annotators' files repeat input, output and system: where they differ, the sample keeps its own and the other text beside it. */
function noteTexts(file: AnnotatorFile, id: string, sample: Json, { key, tally, seen }: TaskContext): void {
  const position = Number(id) - 1;
  const compare = (field: string, own: string | undefined, code: string, keptAs: string) => {
    const given = sample[field];
    if (given === own) return;
    // One warning per sample: all annotators of a folder saw the same text.
    const kept = seen.get(position) ?? {};
    if (typeof given !== "string" || kept[keptAs] === given) return;
    tally.add(
      code,
      `The ${field} that annotators saw differs from the sample's; the sample's is kept, theirs stands in its metadata.`,
      `sample ${id}`,
    );
    seen.set(position, { ...kept, [keptAs in kept ? `${keptAs} (${file.annotator})` : keptAs]: given });
  };
  compare(key.sourceName, key.sources[position], "input-differs", "input as annotators saw it");
  compare(key.targetName, key.targets[position], "output-differs", "output as annotators saw it");
  compare("model", key.systems[position], "system-differs", "system in annotators' files");
}
