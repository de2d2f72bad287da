/** A text to try a pattern on: `unit` repeated between a beginning that leads the pattern to a repetition and an end that it refuses. */
export interface Attack {
  before: string;
  unit: string;
  after: string;
}

type Part = Piece & { least: number; most: number };
type Piece = { kind: "one"; source: string } | { kind: "group"; choices: Part[][]; silent: boolean };

/** The parts of a pattern's source: what matches one character, and groups, each with how often it may repeat. */
class Reader {
  #at = 0;
  constructor(readonly source: string) {}

  choices(): Part[][] {
    const choices: Part[][] = [[]];
    while (this.#at < this.source.length && this.source[this.#at] !== ")") {
      if (this.#take(/\|/y) !== null) choices.push([]);
      else if (this.#take(/[\^$]|\\(?:[bB1-9]|k<\w+>)/y) === null) choices.at(-1)?.push({ ...this.#piece(), ...this.#repetition() });
    }
    return choices;
  }

  #piece(): Piece {
    const opening = this.#take(/\((?:\?(?:[:=!]|<[=!]|<\w+>))?/y);
    if (opening === null) {
      return { kind: "one", source: this.#take(/\[(?:\\.|[^\]\\])*\]|\\(?:[pPu]\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|.)|./isuy) ?? "" };
    }
    const choices = this.choices();
    this.#at++;
    // What is only looked for adds nothing to the text; what must stand before is written there.
    return { kind: "group", choices, silent: /\?(?:[=!]|<!)$/.test(opening) };
  }

  #repetition(): { least: number; most: number } {
    const [, sign, least, comma, most] = /^([*+?]|\{(\d+)(,?)(\d*)\})\??$/.exec(this.#take(/(?:[*+?]|\{\d+,?\d*\})\??/y) ?? "") ?? [];
    if (sign === undefined) return { least: 1, most: 1 };
    if (least === undefined) return { least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Number.POSITIVE_INFINITY };
    return { least: Number(least), most: most !== "" ? Number(most) : comma === "" ? Number(least) : Number.POSITIVE_INFINITY };
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.source)?.[0] ?? null;
    this.#at += found?.length ?? 0;
    return found;
  }
}

/** A character that no pattern of the product looks for. Not one of the first 256, or a pattern with other letters would not be tried at all. */
export const refused = "\uE123";
const characters = [..."a1 \n-:.,\"'([{<*_`#|$@/=+~!A一é\\", "\t", refused];

interface Characters {
  some: string[];
  other: string;
}
const known = new Map<string, Characters>();

/** Characters that one piece of a pattern matches, and one that it does not. */
function charactersOf(source: string, flags: string): Characters {
  const found = known.get(`/${source}/${flags}`);
  if (found !== undefined) return found;
  const one = new RegExp(`^${source}$`, flags.replaceAll(/[gy]/g, ""));
  const literal = source.startsWith("\\") ? source.slice(1) : source;
  const some = [literal, ...characters].filter((character) => one.test(character));
  const read = { some, other: characters.findLast((character) => !one.test(character)) ?? refused };
  known.set(`/${source}/${flags}`, read);
  return read;
}

/** From how many repetitions on a part is tried with a long text. */
const many = 50;

/**
 * Texts on which a pattern would be slow, made from its own parts: each repetition gets what leads up to it, then many of the characters that it
 * matches, then one that it does not.
 */
export function attacksOn({ source, flags }: { source: string; flags: string }): Attack[] {
  const attacks = new Map<string, Attack>();
  const add = (before: string, unit: string, after: string) => {
    if (unit !== "") attacks.set(JSON.stringify([before, unit, after]), { before, unit, after });
  };
  const shortest = (part: Part): string => (part.least === 0 ? "" : once(part).repeat(part.least));
  const once = (part: Part): string => {
    if (part.kind === "one") return charactersOf(part.source, flags).some[0] ?? "";
    return part.silent ? "" : (part.choices[0] ?? []).map(shortest).join("");
  };
  const repeat = (part: Part, before: string) => {
    const { some, other } =
      part.kind === "one"
        ? charactersOf(part.source, flags)
        : { some: part.choices.map((choice) => choice.map(once).join("")), other: refused };
    for (const unit of part.kind === "one" ? some.slice(0, 3) : some) {
      for (const start of before === "" ? ["", other] : [before]) {
        for (const after of [other, other + refused, refused]) add(start, unit, after);
      }
      add("", before + unit, refused);
    }
  };
  const walk = (choices: Part[][], start: string) => {
    for (const choice of choices) {
      let before = start;
      for (const part of choice) {
        if (part.most >= many) repeat(part, before);
        if (part.kind === "group") walk(part.choices, before);
        before += shortest(part);
      }
    }
  };
  walk(new Reader(source).choices(), "");
  return [...attacks.values()];
}
