import { annotatorFiles, folderNames } from "./coeval/file-names";
import type { RowCells } from "./coeval/read-row";

/** A task to be written as one of a CoEval release. Texts come as streams in the order of samples, once for each list of the file. */
export interface CoevalTask {
  name: string;
  description: string;
  inputName: string;
  outputName: string;
  criteria: readonly string[];
  samples: number;
  inputs(): AsyncIterable<string>;
  outputs(): AsyncIterable<string>;
  systems(): AsyncIterable<string | null>;
  /** The judge's draft of every sample by one criterion; empty where there is none. */
  drafts(criterion: string): AsyncIterable<string>;
  annotators: readonly { name: string; work(): AsyncIterable<CoevalWork> }[];
}

/** One annotator's work on one sample. */
export interface CoevalWork {
  /** Counted from 0. */
  position: number;
  input: string;
  output: string;
  system: string | null;
  evaluations: readonly { criterion: string; score: number; startedAt: string | null; endedAt: string | null; rows: readonly RowCells[] }[];
}

/** A file of the release, in pieces. */
export interface CoevalFile {
  path: string;
  body: AsyncIterable<string>;
}

/** The files of a release in its own tree: samples with drafts, and a file for each annotator of each task. */
export function coevalFiles(tasks: readonly CoevalTask[]): CoevalFile[] {
  const folders = folderNames(tasks.map(({ name }) => name));
  return [
    { path: "data/combine_data.json", body: combineData(tasks) },
    ...tasks.flatMap((task, place) => {
      const files = annotatorFiles(task.annotators.map(({ name }) => name));
      return task.annotators.map((annotator, index) => ({
        path: `webapp/evaluation_data/${folders[place]}/${files[index]}`,
        body: annotatorFile(task, annotator),
      }));
    }),
  ];
}

const json = (value: unknown) => JSON.stringify(value);

async function* combineData(tasks: readonly CoevalTask[]): AsyncGenerator<string> {
  yield "{";
  for (const [place, task] of tasks.entries()) {
    const [inputName, outputName] = fieldNames(task);
    yield `${place === 0 ? "" : ","}\n${json(task.name)}: {\n"task_info": `;
    yield* list(repeated(task.description, task.samples));
    yield ',\n"source_name": ';
    yield* list(repeated(inputName, task.samples));
    yield ',\n"target_name": ';
    yield* list(repeated(outputName, task.samples));
    yield ',\n"source": ';
    yield* list(task.inputs());
    yield ',\n"target": ';
    yield* list(task.outputs());
    yield ',\n"model_name": ';
    yield* list(task.systems());
    yield `,\n"criteria": ${json(task.criteria)},\n"criteria_kv": {`;
    for (const [index, criterion] of task.criteria.entries()) {
      yield `${index === 0 ? "" : ","}\n${json(criterion)}: `;
      yield* list(task.drafts(criterion));
    }
    yield "\n}\n}";
  }
  yield "\n}\n";
}

async function* list(texts: AsyncIterable<string | null>): AsyncGenerator<string> {
  let between = "[";
  for await (const text of texts) {
    yield `${between}${json(text ?? "")}`;
    between = ", ";
  }
  yield between === "[" ? "[]" : "]";
}

async function* repeated(text: string, times: number): AsyncGenerator<string> {
  for (let time = 0; time < times; time++) yield text;
}

/** An annotator's file has the two texts under these names, beside "criteria" and "model". */
function fieldNames({ inputName, outputName }: CoevalTask): [string, string] {
  const names = new Set([inputName, outputName, "criteria", "model", ""]);
  return names.size === 5 ? [inputName, outputName] : ["input", "output"];
}

async function* annotatorFile(task: CoevalTask, { name, work }: CoevalTask["annotators"][number]): AsyncGenerator<string> {
  const [inputName, outputName] = fieldNames(task);
  yield `{${json(name)}: {`;
  let between = "";
  for await (const { position, input, output, system, evaluations } of work()) {
    const criteria = evaluations.map(
      ({ criterion, score, startedAt, endedAt, rows }) =>
        `${json(criterion)}: ${json({ final_score: score, ...times(startedAt, endedAt), eval_result: rows })}`,
    );
    yield `${between}\n"${position + 1}": {${json(inputName)}: ${json(input)}, ${json(outputName)}: ${json(output)}, `;
    yield `"criteria": {${criteria.join(",\n")}}, "model": ${json(system ?? "")}}`;
    between = ",";
  }
  yield "\n}}\n";
}

/** As the release has them: to the second, in UTC; a beginning that is not known is 0, and without an end there is neither. */
function times(startedAt: string | null, endedAt: string | null): object {
  const time = (iso: string) => iso.slice(0, 19).replace("T", " ");
  if (endedAt === null) return startedAt === null ? {} : { start_time: time(startedAt) };
  return { start_time: startedAt === null ? 0 : time(startedAt), end_time: time(endedAt) };
}
