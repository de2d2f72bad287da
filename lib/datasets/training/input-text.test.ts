import fc from "fast-check";
import { expect, test } from "vitest";
import { inputText, JoinedTexts } from "./input-text";

test("inputs that read the same have the same hash, others do not", () => {
  const same = ["Why does it rain?", " why does\tit\n\nRAIN? ", "Ｗhy does it rain？"];
  expect(new Set(same.map(inputText)).size).toBe(1);
  const others = ["Why does it rain", "Why, does it rain?", "", "Été", "Ete", "1 2", "12"];
  expect(new Set(others.map(inputText)).size).toBe(others.length);
  expect(inputText("e\u0301te\u0301")).toBe(inputText("Été"));
});

const texts = fc.constantFrom("a", "b", "c", "d", "e", "f", "g");

test("a group is represented by one text, whatever the order of joining", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(texts, texts)), fc.nat(), (pairs, turn) => {
      const joined = new JoinedTexts();
      for (const [one, other] of pairs) joined.join(one, other);
      const again = new JoinedTexts();
      const from = pairs.length === 0 ? 0 : turn % pairs.length;
      for (const [one, other] of [...pairs.slice(from), ...pairs.slice(0, from)]) again.join(other, one);
      for (const text of "abcdefg") {
        expect(again.of(text)).toBe(joined.of(text));
        // The expected groups, found by walking from text to text.
        const reached = new Set([text]);
        for (let grown = -1; grown !== reached.size; ) {
          grown = reached.size;
          for (const [one, other] of pairs) if (reached.has(one) || reached.has(other)) reached.add(one).add(other);
        }
        expect(joined.of(text)).toBe([...reached].sort()[0]);
      }
    }),
  );
});

test("a hundred thousand texts in one chain are joined quickly", () => {
  const joined = new JoinedTexts();
  const text = (at: number) => String(at).padStart(6, "0");
  for (let at = 100_000; at > 0; at--) joined.join(text(at), text(at - 1));
  expect(joined.of(text(100_000))).toBe(text(0));
});
