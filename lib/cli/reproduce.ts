import "server-only";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { Argument, Command } from "commander";
import { reproduceBirds } from "@/lib/reproduce/birds";
import { reproduceCoeval } from "@/lib/reproduce/coeval";
import { dialSummEvalFile, reproduceDialSummEval } from "@/lib/reproduce/dialsummeval";
import { reproduceLlmbar } from "@/lib/reproduce/llmbar";
import { pandalmFiles, reproducePandalm } from "@/lib/reproduce/pandalm";
import type { ReproducedFigure } from "@/lib/reproduce/reproduced-figure";
import { print, printJson, UsageError } from "./output";

const studies = {
  coeval: async (path: string) =>
    reproduceCoeval(
      (await jsonFiles(path, wanted.coeval)).map(({ path: name, bytes }) => ({
        path: name,
        size: bytes.byteLength,
        bytes: async () => bytes,
      })),
    ),
  llmbar: async (path: string) => reproduceLlmbar(await jsonFiles(path, wanted.llmbar)),
  pandalm: async (path: string) => {
    const texts = await Promise.all(
      Object.entries(pandalmFiles).map(async ([key, file]) => [key, await textOf(join(path, file))] as const),
    );
    return reproducePandalm(Object.fromEntries(texts) as Record<keyof typeof pandalmFiles, string>);
  },
  dialsummeval: async (path: string) => {
    const file = (await stat(path).catch(() => null))?.isDirectory() ? join(path, dialSummEvalFile) : path;
    return reproduceDialSummEval(await textOf(file));
  },
  birds: async (path: string) => {
    const file = (await stat(path).catch(() => null))?.isDirectory() ? join(path, "scores.json") : path;
    return reproduceBirds(await textOf(file), file);
  },
};
type Study = keyof typeof studies;

/** The files of a checkout that are read. */
const wanted = {
  coeval: (path: string) => /(?:^|\/)(?:combine_data|[^/]*\/A\d+)\.json$/.test(path),
  llmbar: (path: string) => /(?:^|\/)LLMBar\//.test(path) && /(?:dataset|result|statistics)\.json$/.test(path),
};

export const reproduceCommand = (): Command =>
  new Command("reproduce")
    .addArgument(new Argument("<study>").choices(Object.keys(studies)))
    .argument("<path>", "the published data: a checkout of the study's repository, or its folder")
    .option("--json", "print one JSON document")
    .action(async (study: Study, path: string, options: { json?: true }) => {
      const figures = await studies[study](path);
      if (options.json) printJson(figures);
      else printFigures(figures);
    });

function printFigures(figures: readonly ReproducedFigure[]): void {
  for (const { figure, published, ours, difference, equal, why } of figures) {
    const own = ours === null ? "–" : String(Number(ours.toPrecision(6)));
    const verdict =
      equal === null
        ? "not recomputed"
        : equal
          ? "equal"
          : difference === null
            ? "differs"
            : `differs by ${Number(difference.toPrecision(3))}`;
    print([figure, published, own, verdict, ...(why === null ? [] : [why])].join("\t"));
  }
  const count = (which: boolean | null) => figures.filter(({ equal }) => equal === which).length;
  print(`${count(true)} of ${figures.length} figures equal, ${count(false)} different, ${count(null)} not recomputed`);
}

async function textOf(path: string): Promise<string> {
  return readFile(path, "utf8").catch((cause: unknown) => {
    throw new UsageError(
      `${path}: ${cause instanceof Error && "code" in cause && cause.code === "ENOENT" ? "there is no such file" : String(cause)}`,
    );
  });
}

async function jsonFiles(folder: string, isWanted: (path: string) => boolean): Promise<{ path: string; bytes: Uint8Array }[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => {
    throw new UsageError(`${folder}: there is no such folder`);
  });
  const files = names.map((name) => name.split(sep).join("/")).filter((name) => isWanted(`LLMBar/${name}`) || isWanted(name));
  if (files.length === 0) throw new UsageError(`${folder}: none of the study's files is in this folder`);
  return Promise.all(files.sort().map(async (path) => ({ path, bytes: await readFile(join(folder, path)) })));
}
