import { diffArrays } from "diff";

/** A stretch of a redline: text that was kept, removed or inserted. */
export interface DiffPart {
  kind: "kept" | "removed" | "inserted";
  text: string;
}

/** Above this many changed words a comparison is not worth its cost: the differing middle is shown as one replacement. */
const maxEditLength = 1000;

/**
 * The change from one text to another, word by word, for display. `kept` and `removed` parts together are `before`, `kept` and
 * `inserted` ones are `after`. Words are found by the rules of the text's own script, so Chinese or Thai is compared word by word too.
 */
export function wordDiff(before: string, after: string): DiffPart[] {
  const from = words(before);
  const to = words(after);
  const head = commonStart(from, to);
  const tail = commonStart(from.slice(head).reverse(), to.slice(head).reverse());
  const middle = compare(from.slice(head, from.length - tail), to.slice(head, to.length - tail));
  return joinNeighbours([
    { kind: "kept", text: from.slice(0, head).join("") },
    ...middle,
    { kind: "kept", text: from.slice(from.length - tail).join("") },
  ]);
}

const token = /[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu;
const writtenWithoutBlanks =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** The segmenter handles every script but takes 40 µs per word, so it is used only for scripts without spaces between words. */
const words = (text: string): string[] =>
  (text.match(token) ?? []).flatMap((part) =>
    writtenWithoutBlanks.test(part) ? Array.from(segmenter.segment(part), ({ segment }) => segment) : [part],
  );

function commonStart(a: string[], b: string[]): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

function compare(from: string[], to: string[]): DiffPart[] {
  const changes = diffArrays(from, to, { maxEditLength });
  if (changes === undefined) {
    return [
      { kind: "removed", text: from.join("") },
      { kind: "inserted", text: to.join("") },
    ];
  }
  return changes.map((change) => ({
    kind: change.removed ? "removed" : change.added ? "inserted" : "kept",
    text: change.value.join(""),
  }));
}

/** Merges neighbours, and draws a mere blank between two changes into them: a phrase struck and replaced reads better than single words. */
function joinNeighbours(parts: DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  let removed = "";
  let inserted = "";
  const flush = () => {
    if (removed !== "") joined.push({ kind: "removed", text: removed });
    if (inserted !== "") joined.push({ kind: "inserted", text: inserted });
    removed = "";
    inserted = "";
  };
  const filled = parts.filter((part) => part.text !== "");
  for (const [index, part] of filled.entries()) {
    const isLast = index === filled.length - 1;
    if (part.kind === "removed") removed += part.text;
    else if (part.kind === "inserted") inserted += part.text;
    else if (!isLast && removed !== "" && inserted !== "" && /^\s+$/u.test(part.text)) {
      removed += part.text;
      inserted += part.text;
    } else {
      flush();
      joined.push(part);
    }
  }
  flush();
  return joined;
}
