import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { parse } from "csv-parse/sync";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { provenance } from "@/lib/testing/described-reports";
import { exportedFiles } from "@/lib/testing/exported-files";
import { atEachLevel, contrast, fixtureInfluence } from "@/lib/testing/influence-fixture";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { ChapterInfluence } from "./chapter-influence";
import { InfluencePanel } from "./influence-panel";
import { ProvenanceContext } from "./provenance-context";
import { FrozenContext } from "./task-context";

afterEach(() => vi.unstubAllGlobals());

const influence = fixtureInfluence("Clear");

test("agreement, distance and time are shown side by side: without the draft, with it, and as a difference", () => {
  render(
    <InfluencePanel report={fixtureReport([{ name: "Clear", agreement: alphas(0.5) }], { influence })} level="ordinal" judge={null} />,
  );
  expect(screen.getByRole("heading", { name: "With the draft and without it: model-x" })).toBeTruthy();
  expect(document.body.textContent).toContain("1,200 ratings blind by 5 people, 800 ratings with the draft by 1 person");
  const cellsOf = (name: string) =>
    within(screen.getByRole("row", { name: new RegExp(`^${name}`) }))
      .getAllByRole("cell")
      .map((cell) => cell.querySelector(".text-ink")?.textContent);
  expect(cellsOf("All criteria")).toEqual(["0.44", "0.62", "+0.18", "0.75", "0.44", "−0.31", "55\u00a0s", "30\u00a0s", "−25\u00a0s"]);
  expect(cellsOf("Clear")).toEqual(["0.41", "0.57", "+0.16", "0.71", "0.47", "−0.24", "92\u00a0s", "36\u00a0s", "−56\u00a0s"]);
});

test("times have one form in the whole table, ends of intervals among them", () => {
  const [comparison] = influence.comparisons;
  if (!comparison) throw new Error("the fixture compares two arms");
  const long = { ...contrast(647, 530, -117), without: figure(647, [582, 711]) };
  const longer = { ...influence, comparisons: [{ ...comparison, seconds: { ...comparison.seconds, perCriterion: { Clear: long } } }] };
  render(
    <InfluencePanel
      report={fixtureReport([{ name: "Clear", agreement: alphas(0.5) }], { influence: longer })}
      level="ordinal"
      judge={null}
    />,
  );
  const text = document.body.textContent?.replaceAll("\u00a0", " ");
  expect(text).toContain("10 min 47 s9 min 42 s to 11 min 51 s8 min 50 s");
  expect(text).not.toContain("582");
});

test("each group of figures says what its n counts, and a list that has just these opens as many", () => {
  const counted = structuredClone(influence);
  const [blind] = counted.arms;
  if (!blind) throw new Error("the fixture has arms");
  const clear = alphas(0.41, [0.3, 0.5]);
  blind.agreement.perCriterion.Clear = { ...clear, ordinal: { ...clear.ordinal, n: 141 } };
  const own = counted.comparisons[0]?.distance.perCriterion.Clear;
  if (own) own.with.n = 83;
  render(
    <FigureLinks projectId="p" taskId="t" filter={{}}>
      <InfluencePanel
        report={fixtureReport([{ name: "Clear", agreement: alphas(0.5) }], { influence: counted })}
        level="ordinal"
        judge={null}
      />
    </FigureLinks>,
  );
  const row = within(screen.getByRole("row", { name: /^Clear/ }));
  const links = row.getAllByRole("cell").map((cell) => cell.querySelector("a"));
  const [alpha, , difference, distance, beside, , time, , moreTime] = links.map((link) => [
    Object.fromEntries(new URL(link?.getAttribute("href") ?? "", "http://x").searchParams),
    link?.getAttribute("data-units"),
  ]);
  expect(alpha).toMatchObject([{ criterion: "Clear", arm: "blind", pairable: "people", of: "ratings" }, "141"]);
  const both = { criterion: "Clear", arm: "blind", armToo: "drafted" };
  expect(difference).toMatchObject([{ ...both, pairable: "people", n: "40", counts: "samples" }, ""]);
  expect(distance).toMatchObject([{ criterion: "Clear", arm: "blind" }, ""]);
  expect(beside).toMatchObject([{ criterion: "Clear", arm: "drafted", judge: "model-x", shown: "true", of: "ratings" }, "83"]);
  expect(moreTime).toMatchObject([{ ...both, timed: "true" }, expect.stringMatching(/\d/u)]);
  const named = new URL(row.getByRole("rowheader").querySelector("a")?.href ?? "", "http://x").searchParams;
  expect(Object.fromEntries(named)).toMatchObject({ ...both, of: "ratings" });
  expect(time).toMatchObject([{ criterion: "Clear", arm: "blind", timed: "true" }, expect.stringMatching(/\d/u)]);
});

test("first scores open just themselves, final ones all work of their arm", () => {
  const [blind, drafted] = influence.arms;
  if (!blind || !drafted) throw new Error("the fixture compares two arms");
  const twice: typeof influence = {
    ...influence,
    arms: [
      { ...blind, arm: "first", run: drafted.run },
      { ...drafted, arm: "final" },
    ],
  };
  const report = fixtureReport([{ name: "Clear", agreement: alphas(0.5) }], { influence: twice, arms: ["blind-then-drafted"] });
  render(
    <FigureLinks projectId="p" taskId="t" filter={{}}>
      <InfluencePanel report={report} level="ordinal" judge={null} />
    </FigureLinks>,
  );
  const cells = within(screen.getByRole("row", { name: /^Clear/ })).getAllByRole("cell");
  const [first, final, , fromDraft, toDraft] = cells.map((cell) => cell.querySelector("a"));
  const undrafted = (link: HTMLAnchorElement | null | undefined) => new URL(link?.href ?? "", "http://x").searchParams.get("undrafted");
  expect([undrafted(first), first?.dataset.units]).toEqual(["true", "60"]);
  expect([undrafted(final), final?.dataset.units]).toEqual([null, ""]);
  // Distances of first scores are listed as they are, those of final ones beside their draft.
  expect(undrafted(fromDraft)).toBe("true");
  expect(toDraft?.href).toMatch(/judge=model-x&arm=blind-then-drafted&of=ratings&shown=true/u);
});

test("of several runs in one arm, whose ratings have one list, no figure of that arm claims to be of just the listed ones", () => {
  const [, drafted = expect.unreachable()] = influence.arms;
  const runs = { ...influence, arms: [...influence.arms, { ...drafted, run: { id: "s", judge: "model-y" } }] };
  const counted = (of: typeof influence) => {
    const { unmount } = render(
      <FigureLinks projectId="p" taskId="t" filter={{}}>
        <InfluencePanel
          report={fixtureReport([{ name: "Clear", agreement: alphas(0.5) }], { influence: of })}
          level="ordinal"
          judge={null}
        />
      </FigureLinks>,
    );
    const rows = [/^All criteria/u, /^Clear/u].map((name) => within(screen.getByRole("row", { name })).getAllByRole("cell"));
    const found = rows.map((cells) => cells.map((cell) => cell.querySelector("a")?.dataset.units));
    unmount();
    return found;
  };
  // Alpha, distance and time: without the draft, with it, and the difference. The only criterion is all of them.
  expect(counted(influence)).toEqual(Array(2).fill(["60", "60", "", "", "40", "", "40", "40", "40"]));
  expect(counted(runs)).toEqual(Array(2).fill(["60", "", "", "", "", "", "40", "", ""]));
  const part = structuredClone(influence);
  for (const { agreement } of part.arms) agreement.meanOverCriteria.ordinal.definedCriteria = 0;
  expect(counted(part)[0]).toEqual(["", "", "", "", "40", "", "40", "40", "40"]);
});

test("labels have a share in place of a distance, in per cent, which opens all ratings of its arm", () => {
  const criteria = [
    { name: "Clear", agreement: alphas(0.5) },
    { name: "Cause", agreement: alphas(0.5), labels: ["a", "b"] },
  ];
  render(
    <FigureLinks projectId="p" taskId="t" filter={{}}>
      <InfluencePanel report={fixtureReport(criteria, { influence: fixtureInfluence("Cause") })} level="ordinal" judge={null} />
    </FigureLinks>,
  );
  const cells = (name: RegExp) => within(screen.getByRole("row", { name })).getAllByRole("cell");
  const shown = cells(/^Cause/u).map((cell) => cell.querySelector(".text-ink")?.textContent?.replace("\u00a0", " "));
  expect(shown.slice(0, 6)).toEqual(["0.20", "0.36", "+0.90", "71.0 %", "47.0 %", "−24.0 %"]);
  const judgeOf = (name: RegExp) => new URL(cells(name)[4]?.querySelector("a")?.href ?? "", "http://x").searchParams.get("judge");
  expect([judgeOf(/^Cause/u), judgeOf(/^All criteria/u)]).toEqual([null, "model-x"]);
  screen.getByText(/^Labels have no distance: for them it is the share/u);
});

test("negative alphas and times have a minus, longer times a plus, and one that lasts ten minutes is in minutes", () => {
  const [comparison = expect.unreachable()] = influence.comparisons;
  const [blind = expect.unreachable(), drafted = expect.unreachable()] = influence.arms;
  const shown = (without: number, with_: ReturnType<typeof figure>, difference: ReturnType<typeof figure>) => {
    const seconds = { pooled: contrast(1, 1, 1), perCriterion: { Clear: { without: figure(without), with: with_, difference } } };
    const arms = [{ ...blind, agreement: { ...blind.agreement, perCriterion: { Clear: alphas(-0.12) } } }, drafted];
    const { unmount } = render(
      <InfluencePanel
        report={fixtureReport([{ name: "Clear", agreement: alphas(0.5) }], {
          influence: { ...influence, arms, comparisons: [{ ...comparison, seconds }] },
        })}
        level="ordinal"
        judge={null}
      />,
    );
    const cells = within(screen.getByRole("row", { name: /^Clear/u })).getAllByRole("cell");
    const texts = cells.map((cell) => cell.querySelector(".text-ink")?.textContent?.replaceAll("\u00a0", " "));
    unmount();
    return [texts[0], ...texts.slice(6)];
  };
  expect(shown(92, figure(95), figure(3))).toEqual(["−0.12", "92 s", "95 s", "+3 s"]);
  expect(shown(92, figure(92), figure(0))).toEqual(["−0.12", "92 s", "92 s", "0 s"]);
  expect(shown(600, figure(92), figure(-508)).slice(1)).toEqual(["10 min", "1 min 32 s", "−8 min 28 s"]);
  expect(shown(92, figure(92, [50, 600]), figure(0))[1]).toBe("1 min 32 s");
  expect(shown(92, figure(92), figure(-1, [-600, 2]))[1]).toBe("1 min 32 s");
});

test("a difference of times opens as many ratings as it is of, whatever other arms there are", () => {
  const [comparison] = structuredClone(influence.comparisons);
  if (!comparison) throw new Error("the fixture compares two arms");
  comparison.seconds.perCriterion = { Clear: { ...contrast(92, 36, -56), difference: { ...figure(-56), n: 167 } } };
  const shownWith = (arms: string[]) => {
    const report = fixtureReport([{ name: "Clear", agreement: alphas(0.5) }], {
      influence: { ...influence, comparisons: [comparison] },
      arms,
    });
    const { unmount } = render(
      <FigureLinks projectId="p" taskId="t" filter={{}}>
        <InfluencePanel report={report} level="ordinal" judge={null} />
      </FigureLinks>,
    );
    const cells = within(screen.getByRole("row", { name: /^Clear/ })).getAllByRole("cell");
    const n = cells.at(-1)?.querySelector("a")?.getAttribute("data-units");
    unmount();
    return n;
  };
  expect([shownWith(["blind", "drafted"]), shownWith(["blind", "drafted", "unstated"])]).toEqual(["167", "167"]);
});

test("its file says of each figure what its n counts, a difference of alphas is of samples, and copies are as on the page", async () => {
  const criteria = [{ name: "Clear", agreement: alphas(0.5) }, { name: "Cause", agreement: alphas(0.5), labels: ["a", "b"] }]; // biome-ignore format: one row
  const user = userEvent.setup();
  const labelled = structuredClone(influence);
  Object.assign(labelled.comparisons[0]?.distance.perCriterion ?? {}, { Cause: contrast(0.64, 0.38, -0.26) });
  render(
    <FrozenContext value={null}>
      <ProvenanceContext value={provenance}>
        <InfluencePanel report={fixtureReport(criteria, { influence: labelled })} level="ordinal" judge={null} />
      </ProvenanceContext>
    </FrozenContext>,
  );
  const [file = ""] = await exportedFiles();
  type Line = Record<"Criterion" | "measure" | "n_counts" | "arms" | "level_of_measurement", string>;
  const rows = parse<Line>(file, { bom: true, columns: true });
  const counted = (what: string) => new Set(rows.flatMap(({ measure, n_counts: counts }) => (counts === what ? [measure] : [])));
  expect([counted("samples"), counted("ratings").size]).toEqual([new Set(["alpha, difference"]), 8]);
  expect(new Set(rows.map(({ measure, arms }) => `${measure.split(", ")[1]}: ${arms}`))).toEqual(
    new Set(["blind: blind", "drafted: drafted", "difference: blind; drafted"]),
  );
  const levels = new Set(rows.map(({ Criterion, level_of_measurement: at }) => `${Criterion}: ${at}`));
  expect(levels).toEqual(new Set(["All criteria: ordinal", "Clear: ordinal", "Cause: nominal"]));
  await user.click(screen.getByRole("button", { name: /^Export /u }));
  await user.click(screen.getByRole("menuitem", { name: "Copy Markdown" }));
  await vi.waitFor(async () => expect(await navigator.clipboard.readText()).toContain("Clear"));
  const copied = (await navigator.clipboard.readText()).replaceAll("\u00a0", " ");
  expect(copied).toMatch(/^\| Clear \| 0\.41 .* \| \\\+0\.16 .* \| 0\.71 .* \| −0\.24 .* \| 92 s \S+ s, 0\.9 s.* \| 36 s .* \| −56 s/mu);
  expect(copied).toMatch(/^\| Cause \| .* \| 64\.0 % .* \| 38\.0 % .* \| −26\.0 % \S+ %, −10\.0 %/mu);
  expect(copied).toContain("Level of measurement: ordinal (Cause: nominal).");
  expect(copied).toContain("arm: blind; drafted, as the columns say.");
  expect(copied).toContain("Labels have no distance: for them it is the share of ratings with another label");
});

test("each row draws the hollow dot without the draft above the filled one with it, and says where alpha cannot tell", () => {
  const [comparison] = influence.comparisons;
  const open = { ...atEachLevel(0.09), ordinal: figure(0.09, [-0.03, 0.21]) };
  const agreement = { meanOverCriteria: atEachLevel(0.18), perCriterion: { Clear: open } };
  const changed = { ...influence, comparisons: [{ ...comparison, agreement }] } as typeof influence;
  render(
    <InfluencePanel
      report={fixtureReport([{ name: "Clear", agreement: alphas(0.5) }], { influence: changed })}
      level="ordinal"
      judge={null}
    />,
  );
  const row = (name: RegExp) => screen.getByRole("row", { name });
  const dots = (name: RegExp) =>
    [...row(name).querySelectorAll("circle")].map((dot) => [dot.getAttribute("cx"), dot.getAttribute("class")]);
  expect(dots(/^Clear/u)).toEqual([
    ["41%", "fill-card stroke-ink"],
    [expect.stringMatching(/^5[67]/u), "fill-accent stroke-accent"],
  ]);
  expect(dots(/^All criteria/u).map(([at]) => at)).toEqual(["44%", "62%"]);
  expect(within(row(/^Clear/u)).getByText("alpha: cannot tell yet")).toBeTruthy();
  expect(within(row(/^All criteria/u)).queryByText(/cannot tell/u)).toBeNull();
});

test("where it is not known which draft was in view, the panel names no judge", () => {
  const arms = influence.arms.map((arm) => ({ ...arm, run: null }));
  render(
    <InfluencePanel
      report={fixtureReport([{ name: "Clear", agreement: alphas(0.5) }], { influence: { ...influence, arms } })}
      level="ordinal"
      judge={null}
    />,
  );
  expect(screen.getByRole("heading", { name: "With a draft and without it" })).toBeTruthy();
});

test("work in one arm has no such panel", () => {
  const { container } = render(
    <InfluencePanel report={fixtureReport([{ name: "Clear", agreement: alphas(0.5) }])} level="ordinal" judge={null} />,
  );
  expect(container.textContent).toBe("");
});

/** The chapter of a task with these studies. */
function showChapter(plans: object[]) {
  vi.stubGlobal("fetch", async () => Response.json({ items: plans, people: [] }));
  const report = fixtureReport([{ name: "Clear", agreement: alphas(0.5) }], { influence });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ChapterInfluence {...{ report, level: "ordinal", judge: "model-x", scoring: null, anchored: false }} />
    </QueryClientProvider>,
  );
}

const numbersIn = (text: string | null | undefined): string[] => text?.match(/\d+\.\d+/gu) ?? [];

test("the chapter opens with what the draft did, and each number of that is in the table's first row", async () => {
  const arm = (kind: string, runId: string | null) => ({
    arm: kind,
    runId,
    judge: null,
    planned: 9,
    submitted: 9,
    excluded: 0,
    criteria: [],
  });
  const progress = { samples: 3, outside: { submitted: 0, before: 0 }, arms: [arm("blind", null), arm("drafted", "r")] };
  showChapter([{ id: "p", content: { design: "crossed" }, progress, changes: [] }]);
  const heading = await screen.findByRole("heading", { name: /people/u });
  expect(heading.textContent).toBe(
    "Seeing the draft moved people 0.31 points towards the judge (0.10 to 0.50) and made them agree more: alpha 0.62 with it, 0.44 blind.",
  );
  // The first of the panels.
  const [row = document.body] = screen.getAllByRole("row", { name: /^All criteria/u });
  const shown = numbersIn(row.textContent?.replace(/(?<=\.\d\d)(?=\d)/gu, " "));
  expect(numbersIn(heading.textContent).filter((number) => !shown.includes(number))).toEqual([]);
  screen.getByText(/^1,200 ratings blind by 5 people, 800 ratings with the draft by 1 person\. Chance decided the arm\./u);
  expect(screen.getByText(/Only the blind scores can show that, and those are 0\.75 points away/u).textContent).toMatch(
    /^Closer is not better\./u,
  );
});

test("where no study decided the arm, nothing is called the draft's doing", async () => {
  showChapter([]);
  const heading = await screen.findByRole("heading", { name: /people/u });
  expect(heading.textContent).toMatch(/^With the draft in view people scored 0\.31 points closer/u);
  screen.getByText(/Nothing shows that chance decided the arm/u);
});
