import { figureUnits } from "@/lib/domain/figure-units";
import type { Figure, TaskReport } from "@/lib/domain/report";
import { withinWords } from "@/lib/domain/report-basis";
import type { AlternativeTest, CriterionVerdict, JudgedStanding, VerdictFlag } from "@/lib/domain/report-verdict";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { count, decimals, figuresOf, percent, signed } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { among, armsInWords, armsOf, type Basis, basisOf } from "./basis";
import { drawWords } from "./draw-words";
import { FigurePanel } from "./figure-panel";
import { type Detail, type FigureCell, type FigureColumn, type FigureRow, valueCell } from "./figure-table";
import { flagWords } from "./flag-words";

/** Each criterion's row: how sure people's agreement is, and whether the judge could replace one of them. */
export function VerdictPanel({ report, judge }: { report: TaskReport; judge: string | null }) {
  const found = report.criteria.flatMap(({ name }) => {
    const verdict = report.chapters.verdict[name];
    return verdict ? [{ name, verdict }] : [];
  });
  if (report.counts.annotators === 0) return null;
  const verdicts = found.map(({ verdict }) => verdict);
  const isMixed = verdicts.some(({ all }) => all !== null);
  const rows = found.map(({ name, verdict }) => ({
    ...rowOf(report, name, verdict, judge, isMixed),
    arms: armsOf(report, verdict.basis),
    level: verdict.level,
  }));
  const columns: FigureColumn[] = [
    { head: "flags", explained: "flags" },
    {
      ...{ head: "chance that alpha is at least .667", format: percent, explained: "reach-chance" },
      details: [{ head: "at least .800", format: percent, explained: "reach-chance" }],
    },
    ...(isMixed
      ? mixedColumns.map((column) => ({ ...column, ...(column.head !== undraftedAlpha && { arms: armsInWords(report.arms) }) }))
      : []),
    ...(judge === null
      ? []
      : judgeColumns(
          limitedOf(verdicts, judge).some(({ ceiling }) => ceiling.approximate),
          isMixed,
        )),
  ];
  const description = basisWords(verdicts, judge);
  return (
    <FigurePanel
      title={judge === null ? "How sure the agreement is" : "Can the judge replace a person?"}
      description={description}
      {...(judge !== null && {
        about: `${description}; judge: ${judge}`,
        remark: explanation(verdicts, judge),
      })}
      table={{
        ...{ label: "Verdict for each criterion", first: "Criterion", columns, rows, n: "units" },
        details: [{ head: "level of measurement", explained: null }],
      }}
    />
  );
}

/** Those with the greatest correlation possible, which is of all units: within inputs, people's mean is reliable to another degree. */
const limitedOf = (verdicts: CriterionVerdict[], judge: string) =>
  verdicts.filter(({ used, ceiling }) => {
    const own = used.judges[judge];
    return own?.spearman.value != null && !own.withinInputs && ceiling.value !== null;
  });

const undraftedAlpha = "alpha without a draft";
const mixedColumns: FigureColumn[] = [
  { head: undraftedAlpha, explained: "alpha", n: "ratings" },
  { head: "alpha of all ratings", explained: "alpha", n: "ratings" },
  { head: "gap", format: signed, explained: "alpha-gap" },
];
const judgeColumns = (isApproximate: boolean, isMixed: boolean): FigureColumn[] => [
  {
    ...{ head: "alpha when the judge joins", format: signed, explained: "alpha-change" },
    details: [{ head: "what the change allows to say", explained: null }],
  },
  {
    ...{ head: "replaces a person", explained: "alt-test", ...(!isMixed && { wide: true }) },
    details: [
      { head: "winning rate", format: percent, explained: "winning-rate" },
      { head: "people tested", format: count, explained: "eligible-people" },
      { head: "advantage probability", format: percent, explained: "advantage-probability" },
    ],
  },
  {
    ...{ head: "Spearman with people", explained: "spearman" },
    details: [
      { head: "inputs averaged over", format: count, explained: "inputs-averaged" },
      { head: "greatest correlation", explained: "ceiling" },
      ...(isApproximate ? [{ head: "greatest correlation is", explained: null }] : []),
    ],
  },
  {
    ...{ head: "judge minus people", format: signed, explained: "signed-error" },
    details: [{ head: "within one point", format: percent, explained: "within-one" }],
  },
  {
    ...{ head: "mean score, sharpened", explained: "sharpened-mean", n: "units, with those that the judge alone scored" },
    details: [
      { head: "labels that a label counts for", format: (gain) => decimals(gain, 1), explained: "label-gain" },
      { head: "mean of people's scores alone", explained: "mean-score" },
    ],
  },
];

function rowOf(report: TaskReport, name: string, verdict: CriterionVerdict, judge: string | null, isMixed: boolean): FigureRow {
  const basis = basisOf(report, name);
  const { used, all, gap, level, flags } = verdict;
  return {
    name,
    label: plainCriterionName(name),
    detail: { words: level === "nominal" && "nominal", cells: [{ text: level }] },
    units: unitsOf(name, verdict, judge, basis),
    cells: [
      flagCell([...flags, ...(judge === null ? [] : (verdict.judgeFlags[judge] ?? []))], report.arms),
      reachCell(used.reaches),
      ...(isMixed
        ? [
            { figure: used.agreement[level], link: among(basis, figureUnits.people(name)) },
            { figure: (all ?? used).agreement[level], link: { units: figureUnits.people(name) } },
            { figure: gap ?? undefined },
          ]
        : []),
      ...(judge === null ? [] : judgeCells(name, verdict, judge, basis)),
    ],
  };
}

/** What a row is of: one person alone has no units to show agreement on, but those that the judge has scored too. */
function unitsOf(name: string, { used, level }: CriterionVerdict, judge: string | null, basis: Basis): UnitQuery | undefined {
  if (used.agreement[level].n > 0) return among(basis, figureUnits.people(name)).units;
  const own = judge === null ? undefined : used.judges[judge];
  return judge !== null && own !== undefined && own.bias.n + own.spearman.n > 0
    ? among(basis, figureUnits.judged(name, judge)).units
    : undefined;
}

function judgeCells(name: string, { used, altTest, sharpened, ceiling }: CriterionVerdict, judge: string, basis: Basis): FigureCell[] {
  const judged = among(basis, figureUnits.judged(name, judge));
  const own = used.judges[judge];
  const mean = sharpened[judge];
  const test = altTest[judge];
  const change = own?.change.value == null ? null : changeWords(own.change.interval ?? null);
  return [
    {
      figure: own?.change,
      detail: change === null ? undefined : { words: change, cells: [{ text: change }] },
      link: among(basis, figureUnits.withJudge(name, judge), null),
    },
    test ? { ...alternative(test), link: { ...judged, n: null } } : {},
    {
      figure: own?.spearman,
      detail: own?.spearman.value == null ? undefined : overWhat(own, ceiling),
      link: judged,
    },
    {
      figure: own?.bias,
      detail:
        own?.close?.value == null ? undefined : { words: `within one point ${percent(own.close.value)}`, cells: [{ figure: own.close }] },
      link: judged,
    },
    {
      figure: mean,
      detail: mean?.value == null ? undefined : gainDetail(mean.gain, mean.people),
      link: { ...judged, n: null },
    },
  ];
}

/** What a correlation is over. */
const overWhat = ({ withinInputs }: JudgedStanding, ceiling: CriterionVerdict["ceiling"]): Detail =>
  withinInputs
    ? { words: withinWords(withinInputs), cells: [{ value: withinInputs.definedGroups }] }
    : {
        words: `over all units${ceiling.value === null ? "" : `, of at most ${decimals(ceiling.value)}${ceiling.approximate ? ", approximate" : ""}`}`,
        cells: [{}, { figure: ceiling }, { text: ceiling.approximate && "approximate" }],
      };

const gainDetail = (gain: number | null, people: Figure): Detail => ({
  words: gain !== null && `a label counts ${decimals(gain, 1)} times`,
  cells: [valueCell(gain), { figure: people }],
});

/** What the interval of a paired change allows to be said. */
function changeWords(interval: { low: number; high: number } | null): string {
  if (interval === null) return "cannot tell yet";
  if (interval.low > 0) return "rises";
  return interval.high < 0 ? "falls" : "cannot tell yet";
}

function alternative({ winningRate, advantageProbability, passed, eligible, n, why }: AlternativeTest): FigureCell {
  if (winningRate === null || advantageProbability === null || passed === null) return { figure: { value: null, why } };
  return {
    text: passed ? "yes" : "not shown",
    detail: {
      words: `for ${percent(winningRate)} of ${figuresOf(eligible, "person", "people")}; at least as close ${percent(advantageProbability)}`,
      cells: [{ value: winningRate, of: n }, { value: eligible }, { value: advantageProbability, of: n }],
    },
  };
}

/** The chances of both thresholds: the table has no room for another column where arms are mixed. */
function reachCell({ tentative, reliable, why }: CriterionVerdict["used"]["reaches"]): FigureCell {
  const words = reliable !== null && `at least .800: ${percent(reliable)}`;
  return { ...valueCell(tentative, why), detail: { words, cells: [valueCell(reliable, why)] } };
}

function flagCell(flags: VerdictFlag[], arms: readonly string[]): FigureCell {
  if (flags.length === 0) return { text: "none" };
  const chips = flags.map((flag) => (
    <span key={flag} className="rounded-[10px] bg-sunken px-2 py-0.5 text-ink text-label">
      {flagWords(flag, arms)}
    </span>
  ));
  return {
    text: <span className="flex flex-col items-end gap-1">{chips}</span>,
    plain: flags.map((flag) => flagWords(flag, arms)).join(", "),
  };
}

function basisWords(verdicts: CriterionVerdict[], judge: string | null): string {
  const undrafted = verdicts.filter(({ basis }) => basis === "without-draft").length;
  if (undrafted === 0)
    return `From ratings that people gave with a draft in view, or nobody knows${judge === null ? "" : ": they cannot show whether the judge is right"}`;
  if (undrafted < verdicts.length)
    return `${count(undrafted)} of ${figuresOf(verdicts.length, "criterion", "criteria")} from ratings made without a draft, the others from all ratings`;
  return verdicts.some(({ all }) => all !== null)
    ? "Only from ratings made without a draft in view; all ratings together beside them"
    : "All ratings were made without a draft in view";
}

function explanation(verdicts: CriterionVerdict[], judge: string): string {
  const [first] = verdicts;
  const within = verdicts.filter(({ used }) => used.judges[judge]?.spearman.value != null && used.judges[judge]?.withinInputs);
  const limited = limitedOf(verdicts, judge);
  const approximate = limited.some(({ ceiling }) => ceiling.approximate)
    ? "; approximate by alpha at interval level and the Spearman-Brown formula where too few units were rated by everybody"
    : "";
  const limit = limited.length === 0 ? "" : `The greatest correlation possible is limited by how reliable people’s mean is${approximate}. `;
  const averaged =
    within.length === 0
      ? ""
      : "Where inputs have outputs of several systems, the correlation is within each input, averaged over those that define one. ";
  const seed = first ? ` ${count(first.used.reaches.resamples)} bootstrap samples of the inputs, seed ${first.used.reaches.seed}.` : "";
  const tested = verdicts.map(({ altTest }) => altTest[judge]).find((one) => one?.why === null);
  const test =
    tested === undefined
      ? ""
      : `The judge can replace a person where it is at least as close to the others as that person in enough units, an advantage of ${tested.epsilon} granted (alternative-annotator test, passed from half of the people on). `;
  return `${test}${averaged}${limit}${drawWords(verdicts, judge) ?? "A sharpened mean assumes that the rated samples were chosen by chance."}${seed}`;
}
