import { expect, test } from "vitest";
import { remembered, rememberedBy } from "./remembered";

test("what was computed from an object is kept with it, even nothing", () => {
  const asked: string[] = [];
  const of = remembered(({ name }: { name: string }) => {
    asked.push(name);
    return name === "none" ? undefined : name.length;
  });
  const [one, same, none] = [{ name: "one" }, { name: "one" }, { name: "none" }];
  expect([of(one), of(one), of(same), of(none), of(none)]).toEqual([3, 3, 3, undefined, undefined]);
  expect(asked).toEqual(["one", "one", "none"]);
});

test("with a number, it is kept for each number", () => {
  const asked: string[] = [];
  const of = rememberedBy(({ name }: { name: string }, number) => {
    asked.push(`${name} ${number}`);
    return number === 0 ? null : name.repeat(number);
  });
  const [a, b] = [{ name: "a" }, { name: "b" }];
  expect([of(a, 2), of(a, 0), of(b, 2), of(a, 2), of(a, 0)]).toEqual(["aa", null, "bb", "aa", null]);
  expect(asked).toEqual(["a 2", "a 0", "b 2"]);
});
