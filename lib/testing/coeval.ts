import { readdirSync, readFileSync, statSync } from "node:fs";
import { tarHeader, tarPadding } from "@/lib/datasets/tar";

const folder = new URL("coeval/", import.meta.url);
const release = new URL("release/", folder);

/** The files of the excerpt of the CoEval release, in order of their paths. */
export const coevalFiles = () =>
  readdirSync(release, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(new URL(path, release)).isFile())
    .sort()
    .map((path) => ({ path, bytes: readFileSync(new URL(path, release)) }));

/** The excerpt as one archive, the form in which a folder is uploaded. */
export function coevalArchive(): Uint8Array {
  const files = coevalFiles();
  return Buffer.concat(
    files.flatMap(({ path, bytes }, index) => [
      tarHeader(`coeval/${path}`, bytes.byteLength),
      bytes,
      tarPadding(bytes.byteLength, index === files.length - 1),
    ]),
  );
}

/** The independently known part of a correct report on a task of the excerpt. */
export const coevalFigures = (task: string) => JSON.parse(readFileSync(new URL(`${task}.report.json`, folder), "utf8")).tasks[0];

const endsOf = (pair: object) => ("a" in pair && "b" in pair ? [pair.a, pair.b].sort().join(" and ") : null);

/**
 * The paths at which `actual` lacks a figure of `expected` or differs from it: whole numbers exactly, others to 1e-9, pairs of raters found by who they are.
 * Whatever else `actual` has does not matter. `compared` counts the figures.
 */
export function compareFigures(expected: unknown, actual: unknown): { compared: number; differing: string[] } {
  const differing: string[] = [];
  let compared = 0;
  const compare = (want: unknown, got: unknown, path: string): void => {
    if (want !== null && typeof want === "object") {
      for (const [key, part] of Object.entries(want)) {
        const ends = Array.isArray(want) ? endsOf(part) : null;
        const found =
          ends === null ? (got as Record<string, unknown> | undefined)?.[key] : (got as object[]).find((one) => endsOf(one) === ends);
        if (ends !== null) compare({ ...part, a: undefined, b: undefined }, found, `${path}.${ends}`);
        else compare(part, found, `${path}.${key}`);
      }
      return;
    }
    if (want === undefined) return;
    compared += 1;
    const near = typeof want === "number" && typeof got === "number" && !Number.isInteger(want) && Math.abs(got - want) <= 1e-9;
    if (!near && got !== want) differing.push(`${path}: ${got}, not ${want}`);
  };
  compare(expected, actual, "");
  return { compared, differing };
}
