import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { ReplacedWorkWords } from "./replaced-work-words";

test("publishing says what becomes of open and submitted work under the version before", () => {
  const words = (work: Parameters<typeof ReplacedWorkWords>[0]["work"]) => render(<ReplacedWorkWords work={work} />).container.textContent;
  expect(words(null)).toBe("");
  expect(words({ version: 1, open: 0, submitted: 0 })).toBe("Nothing was done under version 1 yet.");
  expect(words({ version: 3, open: 2, submitted: 41 })).toBe(
    "41 submitted assignments of version 3 stay as they are: in reports and tables until work is submitted under the new version, and always in the JSON Lines export. 2 open assignments of version 3 can still be finished under it; nobody gets new ones. Every sample starts again under the new version.",
  );
  expect(words({ version: 3, open: 0, submitted: 1 })).toContain("1 submitted assignment of version 3 stays as it is");
});
