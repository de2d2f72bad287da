import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { processorMs } from "@/lib/testing/processor-time";
import { findQuote, locateEvidence, locateInPair, quotesIn } from "./find-quote";

const text = "She said: “It’s a long\nstory – very long”, and left. 彼は「はい」と言った。";
const cut = (of: string, ranges: { start: number; end: number }[] | null) =>
  ranges?.map((range) => of.slice(range.start, range.end)) ?? null;

describe("quoted parts of a line", () => {
  test.each([
    ['- "one" and "two"', ["one", "two"]],
    ["“eins” „zwei“ «trois» 「四」 『五』", ["eins", "zwei", "trois", "四", "五"]],
    ["it's the dog's 'very own bone' here", ["very own bone"]],
    ["It's nobody's quote", []],
    ['an unpaired " mark', []],
    ['"first" and “second”', ["first", "second"]],
    ['“one”"two"“three”', ["one", "two", "three"]],
    ['“she said "no" to it”', ['she said "no" to it']],
    ['" spaced " and " "', ["spaced"]],
    ["a 'bone' is one word", []],
  ])("%s", (line, expected) => {
    expect(quotesIn(line)).toEqual(expected);
  });
});

describe("a quotation is found", () => {
  test.each([
    ["exactly", "and left", ["and left"]],
    ["with other marks, dashes, capitals and white space", "it's a LONG story - very long", ["It’s a long\nstory – very long"]],
    ["without the full stop it was given", "and left!", ["and left"]],
    ["in parts around an ellipsis", "It's a long … and left", ["It’s a long", "and left"]],
    ["in parts around a bracketed ellipsis", "It's a long [...] and left", ["It’s a long", "and left"]],
    ["in parts around two ellipses in a row", "(it's a long ... ... and left)", ["It’s a long", "and left"]],
    ["without all the marks at its ends", '("AND left")!!', ["and left"]],
    ["without an invisible character and a blank at its start", "\u200B and LEFT.", ["and left."]],
    ["in a script without blanks", "はい", ["はい"]],
  ])("%s", (_name, quote, expected) => {
    expect(cut(text, findQuote(text, quote))).toEqual(expected);
  });

  test.each([
    ["several blanks for one", "A very  \n long way", "VERY long", "very  \n long"],
    ["one blank for several", "A very long way", "VERY   long", "very long"],
    ["one blank for two round an invisible character", "A very \u200B long way", "very long", "very \u200B long"],
    ["a soft hyphen inside a word", "They co\u00ADoperate.", "They cooperate", "They co\u00ADoperate"],
    ["straight marks for curly ones", "So “called” art", 'so "called" art', "So “called” art"],
    ["three dots for an ellipsis", "But wait… what", "Wait... what", "wait… what"],
    ["parts that follow each other directly", "He was overtaken.", "over...taken", "over+taken"],
    ["no capitals", "ÉCLAIR", "éclair", "ÉCLAIR"],
  ])("with %s", (_name, whole, quote, expected) => {
    expect(cut(whole, findQuote(whole, quote))?.join("+")).toBe(expected);
  });

  test("with its own capitals if they occur, otherwise with any", () => {
    expect(findQuote("Red red", " red ")).toEqual([{ start: 4, end: 7 }]);
    expect(findQuote("Red red", "RED")).toHaveLength(2);
  });

  test.each([
    ["a blank too few", "A long way", "alongway"],
    ["an apostrophe too few", "They DON’T", "they dont"],
    ["a quotation mark too few", 'So "called', "so called"],
    ["nothing but marks", "Really?!", "?!."],
  ])("not with %s", (_name, whole, quote) => {
    expect(findQuote(whole, quote)).toBeNull();
  });

  test.each([
    ["heart", "art", 0],
    ["heart", "hear", 1],
    ["моя", "я", 0],
    ["εγω", "ω", 0],
    ["312", "12", 0],
    ["sea, a", "a", 1],
    ["x-ab", "-a", 1],
    ["ab-x", "b-", 1],
  ])("a quotation under four letters must be a whole word: in %j, %j is found %d times", (whole, quote, times) => {
    expect(findQuote(whole, quote) ?? []).toHaveLength(times);
  });

  test("everywhere it occurs, and a short word only as a word", () => {
    expect(findQuote("a cat sat at a mat", "a")).toEqual([
      { start: 0, end: 1 },
      { start: 13, end: 14 },
    ]);
  });

  test("not at all when it is made up, in another order, or empty", () => {
    expect(findQuote(text, "she stayed")).toBeNull();
    expect(findQuote(text, "and left ... a long")).toBeNull();
    expect(findQuote(text, "  ")).toBeNull();
  });

  test("wherever it was cut from, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.nat(), fc.nat(), (whole, a, b) => {
        const [from, to] = [a % whole.length, b % (whole.length + 1)].toSorted((x, y) => x - y);
        const piece = whole.slice(from, to).trim();
        fc.pre(piece.length >= 4 && !/\p{Surrogate}/u.test(piece));
        expect(cut(whole, findQuote(whole, piece))).toContain(piece);
      }),
    );
  });
});

describe("an evidence line", () => {
  test("finds which of its quotations the text has", () => {
    expect(locateEvidence("A plain answer.", '- "plain answer" but not "poetry"')).toEqual([
      { quote: "plain answer", ranges: [{ start: 2, end: 14 }] },
      { quote: "poetry", ranges: null },
    ]);
  });

  test("may quote something that holds quotation marks itself", () => {
    expect(locateEvidence('He wrote "no" twice.', 'See "He wrote "no" twice."')).toHaveLength(1);
  });

  test("without marks counts only if the text has it whole", () => {
    expect(locateEvidence("The sky is blue today.", "- The sky is blue today")).toHaveLength(1);
    expect(locateEvidence("The sky is blue today.", "- It mentions the sky")).toEqual([]);
    expect(locateEvidence("The sky.", "- The sky")).toEqual([]);
    expect(locateEvidence("It is blue and red.", "blue and red")).toHaveLength(1);
  });

  test.each(["- ", "• ", "-", "  * ", "12. ", "3) ", "４、"])("may begin with the list mark %j", (mark) => {
    expect(locateEvidence("The sky is blue.", `${mark}The sky is blue \n`)).toEqual([
      { quote: "The sky is blue", ranges: [{ start: 0, end: 15 }] },
    ]);
  });

  test("keeps the hyphens and numbers inside it", () => {
    expect(locateEvidence("See note - 3) below.", "See note - 3) below.")).toMatchObject([{ quote: "See note - 3) below." }]);
  });
});

describe("an evidence line about a pair", () => {
  const ranges = (found: ReturnType<typeof locateInPair>) =>
    found.map(({ quote, ranges: inA, rangesB }) => [quote, inA !== null, rangesB !== null]);

  test("finds which output has which of its quotations", () => {
    const line = 'In [A] "soap is thin", in [B] "a trampoline", nowhere "a rainbow"';
    expect(ranges(locateInPair("Soap is thin.", "Like a trampoline.", line))).toEqual([
      ["soap is thin", true, false],
      ["a trampoline", false, true],
      ["a rainbow", false, false],
    ]);
  });

  test("finds what both outputs have, and what only the second output makes one quotation of", () => {
    expect(ranges(locateInPair("It is thin.", "So thin it is.", '"thin"'))).toEqual([["thin", true, true]]);
    expect(ranges(locateInPair("Nothing of it.", 'He wrote "no" twice.', 'See "He wrote "no" twice."'))).toEqual([
      ['He wrote "no" twice.', false, true],
    ]);
    expect(ranges(locateInPair("He wrote a lot.", 'He wrote "no" twice.', 'See " He wrote "no" twice. "'))).toEqual([
      ['He wrote "no" twice.', false, true],
    ]);
    expect(ranges(locateInPair('He wrote "no" twice.', "He wrote a lot.", 'See "He wrote "no" twice."'))).toEqual([
      ['He wrote "no" twice.', true, false],
    ]);
  });

  test("without marks counts where either output has it whole", () => {
    expect(ranges(locateInPair("Something else.", "The sky is blue today.", "- The sky is blue today"))).toEqual([
      ["The sky is blue today", false, true],
    ]);
    expect(locateInPair("The sky.", "The sea.", "- It mentions the sky")).toEqual([]);
  });
});

test("quotations that a text of 485 kB does not have are looked for in time in proportion to it", () => {
  const text = "Air scatters short waves more than long ones. ".repeat(10_600);
  const spent = processorMs(() => {
    for (let n = 0; n < 10; n++) expect(findQuote(text, `“nowhere ${n}” in it`)).toBeNull();
    expect(findQuote(`${text}The  End.`, "the end")).toEqual([{ start: text.length, end: text.length + 8 }]);
  });
  expect(spent).toBeLessThan(10_000);
});
