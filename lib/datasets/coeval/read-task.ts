import type { BundleAssignment, BundleDraft, BundleEvaluation, TaskBundle } from "@/lib/domain/bundle";
import type { ImportProblem } from "@/lib/domain/import";
import { WarningTally } from "../tally-warnings";
import type { AnnotatorFile } from "./annotator-file";
import { type CoevalScale, commonMaximum, draftLines, kindsByPosition, scoreInLine, statedScore } from "./draft-lines";
import { readEvaluation } from "./read-evaluation";
import type { ReleaseKey } from "./release-key";
import { seenAs } from "./seen-texts";
import { isObject, type Json, problemIn } from "./source-file";

/** The judge's name, and the scale it was asked to use. */
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
  /** Texts shown to annotators that differ from the samples', by position. */
  seen: Map<number, Record<string, string>>;
}

/** Reads one task: a key of `combine_data.json` with the annotators of its folder, if there is one. */
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
  const hint = said === null ? "" : ` Drafts that mention a scale mostly say "out of ${said}".`;
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
      if (draft.length === 0) tally.add("draft-empty", "A draft is empty; it has no items and no score.", place);
      else if (score === null) tally.add("draft-score-unreadable", "No score on the scale was found in a draft; it has no score.", place);
      else if (scoreInLine(draft[1] ?? "", scale) === null)
        tally.add("score-not-on-second-line", "The score is not on the draft's second line; it is read from another line.", place);
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
    tally.add("draft-cut-off", "A draft ends without closing punctuation and may be cut off.", place);
  // The release's prompts still contain an older name of the output.
  if (!key.targetName.includes("article") && draft.some((line) => /\bthe article\b/i.test(line))) {
    tally.add("draft-says-article", `A draft mentions "the article", but the task calls its output something else.`, place);
  }
}

function noteSamples(key: ReleaseKey, tally: WarningTally): void {
  for (const [position, target] of key.targets.entries()) {
    if (target !== target.trim())
      tally.add("output-edged-with-blanks", "An output begins or ends with white space; it is kept.", `sample ${position + 1}`);
  }
}

function readAnnotators(files: AnnotatorFile[], context: TaskContext, problems: ImportProblem[]): TaskBundle["annotators"] {
  const names = new Map<string, string>();
  return files.map((file) => {
    const earlier = names.get(file.annotator);
    if (earlier !== undefined) problems.push(problemIn(file.path, file.annotator, `This annotator is already in ${earlier}.`));
    names.set(file.annotator, file.path);
    const stem = file.path
      .split("/")
      .at(-1)
      ?.replace(/\.json$/i, "");
    if (stem !== file.annotator)
      context.tally.add(
        "annotator-name-differs",
        "A file's name differs from the annotator's name inside it; the one inside is used.",
        file.path,
      );
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
    problems.push(problemIn(file.path, id, `There is no sample "${id}"; the task's ${key.targets.length} samples are numbered from 1.`));
    return null;
  }
  noteTexts(file, id, sample, context);
  const criteria = isObject(sample.criteria) ? sample.criteria : {};
  const evaluations = key.criteria.flatMap((criterion): BundleEvaluation[] => {
    const place = `${file.annotator} sample ${id}, ${criterion}`;
    if (!Object.hasOwn(criteria, criterion)) {
      context.tally.add("rating-missing", "An annotator did not rate a criterion of a sample; the rating stays missing.", place);
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

/**
 * Annotators' files repeat input, output and system. Where these differ from the sample's, both are kept: the sample's in place, the
 * other in its metadata.
 */
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
      `Annotators saw another ${field} than the sample's; the sample keeps its own, and theirs is in its metadata.`,
      `sample ${id}`,
    );
    seen.set(position, { ...kept, [keptAs in kept ? `${keptAs} (${file.annotator})` : keptAs]: given });
  };
  compare(key.sourceName, key.sources[position], "input-differs", seenAs.input);
  compare(key.targetName, key.targets[position], "output-differs", seenAs.output);
  compare("model", key.systems[position], "system-differs", seenAs.system);
}
