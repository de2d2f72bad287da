import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { TaskBundle } from "@/lib/domain/bundle";
import { figureUnits, type LinkedRater, type NamedRater } from "@/lib/domain/figure-units";
import type { Figure, TaskReport } from "@/lib/domain/report";
import {
  agreementOverCriteria,
  basisOfChapters,
  basisOfCriterion,
  basisOverCriteria,
  basisSaid,
  type RatingBasis,
} from "@/lib/domain/report-basis";
import type { ReportFilter } from "@/lib/domain/report-filter";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { unitSelection } from "@/lib/domain/unit-selection";
import { temporaryDatabase } from "@/lib/testing/database";
import { gappedStudy } from "@/lib/testing/gapped-study";
import { labelled } from "@/lib/testing/labels";
import { instanceAdmin } from "@/lib/testing/small-study";
import { birdStudy } from "@/prisma/seed/bird-study";
import { pairStudy } from "@/prisma/seed/demo-pairs";
import { demoStudy } from "@/prisma/seed/demo-study";
import { listUnits } from "./list-units";
import { loadStudy } from "./load-study";
import { readReport } from "./read-report";

temporaryDatabase();

/** A figure's n, and the link to what it counts. */
interface LinkedFigure {
  figure: string;
  n: number;
  units: UnitQuery;
}

const people: LinkedRater = { kind: "people" };

/** Every figure of a report that links to its units, with the n that it shows. */
function figuresOf(report: TaskReport): LinkedFigure[] {
  const judges = report.raters.filter(({ kind, metric }) => kind === "judge" && !metric?.scale).map(({ name }) => name);
  const criteria = report.criteria.map(({ name }) => name);
  const rater = (name: string): NamedRater => ({
    kind: report.raters.find((one) => one.name === name)?.kind ?? "judge",
    name,
  });
  const found: LinkedFigure[] = [];
  const add: Add = (figure, n, units) => found.push({ figure, n: n ?? 0, units });
  const among =
    (basis: RatingBasis | null): Add =>
    (figure, n, units) =>
      add(figure, n, { ...units, ...(basis === "without-draft" && { arm: "blind" }) });
  for (const { name, labels, min, max } of report.criteria) {
    const agreement = report.agreement.perCriterion[name];
    add(`alpha, ${name}`, agreement?.annotators.nominal.n, figureUnits.people(name));
    for (const judge of judges) {
      add(`alpha with ${judge}, ${name}`, agreement?.withJudge[judge]?.nominal.n, figureUnits.withJudge(name, judge));
      if (!labels) add(`bias of ${judge}, ${name}`, report.bias[judge]?.perCriterion[name]?.n, figureUnits.judged(name, judge));
      const change = report.scores.change[judge]?.[name];
      if (change) {
        add(`same as ${judge}, ${name}`, change.same, figureUnits.changed(name, judge, "same"));
        add(`other than ${judge}, ${name}`, change.changed, figureUnits.changed(name, judge, "changed"));
        add(`compared with ${judge}, ${name}`, change.same + change.changed, figureUnits.changed(name, judge));
        if (change.up !== null) add(`above ${judge}, ${name}`, change.up, figureUnits.changed(name, judge, "up"));
        if (change.down !== null) add(`below ${judge}, ${name}`, change.down, figureUnits.changed(name, judge, "down"));
      }
    }
    for (const [key, scores] of Object.entries(report.scores.perCriterion[name] ?? {})) {
      const of = key === "annotators" ? people : rater(key);
      if (scores.why) continue;
      add(`ratings by ${key}, ${name}`, scores.n, figureUnits.given(name, of));
      for (const [score, n] of Object.entries(scores.histogram))
        add(`${score} by ${key}, ${name}`, n, figureUnits.given(name, of, labels ? labels.indexOf(score) : Number(score)));
    }
    expect(max).toBeGreaterThan(min);
    for (const [judge, figures] of Object.entries(report.labels[name]?.withJudge ?? {})) {
      const add = among(basisSaid(report, figures.basis));
      add(`${judge} as most people, ${name}`, figures.rawAgreement.n, figureUnits.confused(name, judge));
      add(`split beside ${judge}, ${name}`, figures.withoutMajority, { ...figureUnits.spread(name, "split"), judge });
      for (const [most, row] of figures.confusion.entries()) {
        for (const [given, n] of row.entries())
          add(`${most} taken for ${given}`, n, figureUnits.confused(name, judge, { most, judge: given }));
      }
    }
  }
  const { annotators, withJudge } = agreementOverCriteria(report).meanOverCriteria;
  const addMean = among(basisOverCriteria(report));
  if (annotators.nominal.definedCriteria === criteria.length)
    addMean("mean alpha", annotators.nominal.n, { pairable: "people", of: "ratings" });
  for (const [judge, { nominal }] of Object.entries(withJudge))
    if (nominal.definedCriteria === criteria.length)
      addMean(`mean alpha with ${judge}`, nominal.n, { judge, pairable: "judge", of: "ratings" });
  for (const { a, b, perCriterion, meanOverCriteria: mean } of report.agreement.pairs) {
    for (const name of criteria)
      add(`${a} and ${b}, ${name}`, perCriterion[name]?.nominal.units, figureUnits.both(name, rater(a), rater(b)));
    if (mean.nominal.definedCriteria === criteria.length)
      add(`${a} and ${b}`, mean.nominal.units, figureUnits.both(undefined, rater(a), rater(b)));
  }
  for (const [judge, of] of Object.entries(report.actions)) {
    const { overall, perCriterion, perAnnotator, acceptedTogether: _, reasons: __, reasonShares = {}, ...kinds } = of;
    for (const [kind, rates] of Object.entries({ all: overall, ...kinds })) {
      add(`${kind} lines of ${judge}`, rates.n, figureUnits.lines(judge, kind));
      for (const outcome of ["accept", "revise", "remove", "add"] as const)
        add(`${outcome} ${kind} lines of ${judge}`, rates[outcome].count, figureUnits.lines(judge, kind, outcome));
    }
    for (const [reason, { count }] of Object.entries(reasonShares)) add(`${reason}, ${judge}`, count, figureUnits.overruled(judge, reason));
    // One person is as good as forty, each of whom takes a list of its own.
    for (const [human, rates] of Object.entries(perAnnotator).slice(0, 1))
      add(`lines of ${judge} by ${human}`, rates.n, { ...figureUnits.lines(judge, "all"), human });
    for (const [name, rates] of Object.entries(perCriterion))
      add(`lines on ${name}`, rates.n, figureUnits.lines(judge, "all", undefined, name));
  }
  addOfChapters(report, judges, add);
  const { pairs } = report;
  const criterion = report.criteria.find(({ overall }) => overall)?.name ?? criteria[0] ?? "";
  for (const [judge, { share, perSubset, withoutMajority, basis }] of Object.entries(pairs?.agreementWithAnnotators ?? {})) {
    const add = among(basisSaid(report, basis));
    add(`${judge} as most annotators`, share.n, figureUnits.confused(criterion, judge));
    add(`pairs split beside ${judge}`, withoutMajority, { ...figureUnits.spread(criterion, "split"), judge });
    for (const [subset, { n }] of Object.entries(perSubset))
      add(`${judge} as most annotators in ${subset}`, n, { ...figureUnits.confused(criterion, judge), subset });
  }
  for (const [key, { overall, perSubset }] of Object.entries(pairs?.accuracy ?? {})) {
    const of = key === "annotators" ? people : rater(key);
    const ties = pairs?.tieAllowed !== false;
    add(`accuracy of ${key}`, overall.n, figureUnits.accuracy(criterion, of, { ties }));
    add(`right, ${key}`, overall.correct, figureUnits.accuracy(criterion, of, { ties, right: true }));
    add(`wrong, ${key}`, overall.n - overall.correct, figureUnits.accuracy(criterion, of, { ties, right: false }));
    add(`ties, ${key}`, overall.ties, figureUnits.accuracy(criterion, of, { ties, tied: true }));
    for (const [subset, figure] of Object.entries(perSubset))
      add(`accuracy of ${key} in ${subset}`, figure.n, figureUnits.accuracy(criterion, of, { ties, subset }));
  }
  return found;
}

type Add = (figure: string, n: number | undefined, units: UnitQuery) => void;

/** Figures that rest on the ratings that the criterion's verdict rests on. */
const ofCriterion =
  (report: TaskReport, criterion: string, addAll: Add): Add =>
  (figure, n, units) =>
    addAll(figure, n, { ...units, ...(basisOfCriterion(report, criterion) === "without-draft" && { arm: "blind" }) });

/** Figures of the chapters, which rest on ratings made without a draft where there are any. */
function addOfChapters(report: TaskReport, judges: string[], addAll: Add) {
  const isUndrafted = basisOfChapters(report) === "without-draft";
  const add: Add = (figure, n, units) => addAll(figure, n, { ...units, ...(isUndrafted && { arm: "blind" }) });
  for (const [name, { unitsTimed }] of Object.entries(report.time.perAnnotator)) {
    addAll(`time of ${name}`, unitsTimed, figureUnits.timed(name));
    addAll(`ratings of ${name}`, report.chapters.people.raters[name]?.ratings ?? 0, figureUnits.by(name));
  }
  addAll("all times", report.time.all.unitsTimed, figureUnits.timed(null));
  for (const judge of judges) {
    for (const [system, { pooled, perCriterion }] of Object.entries(report.scores.onCommonUnits[judge] ?? {})) {
      if (pooled.difference.why === null || pooled.difference.why === "no-units")
        addAll(`${system} by ${judge}`, pooled.difference.n, figureUnits.ofSystem(undefined, judge, system));
      for (const [name, { difference }] of Object.entries(perCriterion))
        if (difference.why === null) addAll(`${system} by ${judge}, ${name}`, difference.n, figureUnits.ofSystem(name, judge, system));
    }
    const correlation = report.correlation[judge];
    if (report.criteria.every(({ labels }) => labels === null) && correlation) {
      if (correlation.pooled.n > 0) add(`pooled with ${judge}`, correlation.pooled.n, figureUnits.judgedAll(judge, "units"));
      if (correlation.sampleMean.n > 0) add(`samples with ${judge}`, correlation.sampleMean.n, figureUnits.judgedAll(judge, "samples"));
    }
    for (const [name, scores] of Object.entries(report.chapters.scores[judge] ?? {})) {
      const { values, counts, farApart } = scores.confusion;
      const range = (place: number) => ({ from: values[place] ?? 0, below: values[place + 1] });
      for (const [row, cells] of counts.entries())
        for (const [column, n] of cells.entries())
          add(`${values[row]} met ${values[column]} of ${judge}, ${name}`, n, figureUnits.met(name, judge, range(row), range(column)));
      if (scores.distance.wasserstein.value !== null)
        add(`points to move of ${judge}, ${name}`, scores.distance.wasserstein.n, figureUnits.judged(name, judge));
      add(`far from ${judge}, ${name}`, farApart, figureUnits.apart(name, judge, "either", 2));
      for (const [which, { value, n }] of Object.entries(scores.ties))
        if (value !== null) add(`inputs of ${which} with ${judge}, ${name}`, n, figureUnits.inputs(name, judge));
      for (const { people, judge: judged, n } of scores.blandAltman?.bubbles ?? [])
        add(`${judged} to ${people}, ${judge}, ${name}`, n, figureUnits.meanAt(name, judge, people ?? Number.NaN, judged ?? Number.NaN));
      for (const { level, n } of scores.calibration.levels)
        add(`${level} of ${judge}, ${name}`, n, figureUnits.judgedAt(name, judge, level));
    }
    for (const [name, { subgroups }] of Object.entries(report.chapters.bias[judge]?.perCriterion ?? {}))
      for (const of of subgroups)
        add(`${of.column ?? of.by} ${of.group} of ${judge}, ${name}`, of.difference.n, figureUnits.inGroup(name, judge, of));
    for (const [name, { ownModel, formats = [] }] of Object.entries(report.chapters.bias[judge]?.perCriterion ?? {})) {
      if (ownModel.value !== null) add(`own outputs of ${judge}, ${name}`, ownModel.n, { ...figureUnits.judged(name, judge), own: "true" });
      for (const { format: form, difference } of formats)
        add(`form ${form} by ${judge}, ${name}`, difference.n, { ...figureUnits.judged(name, judge), form });
    }
    for (const [name, { used, all }] of Object.entries(report.chapters.verdict)) {
      const narrowed = all === null ? {} : { arm: "blind" };
      const own = used.judges[judge];
      if (own?.spearman.value != null)
        addAll(`spearman of ${judge}, ${name}`, own.spearman.n, { ...figureUnits.judged(name, judge), ...narrowed });
    }
  }
  addOfPeople(report, judges, add, addAll);
  for (const { a, b, people, judges: each } of report.chapters.criteria.pairs) {
    if (people.value !== null) add(`people on ${a} and ${b}`, people.n, figureUnits.onBoth(a, b));
    for (const [judge, { value, n }] of Object.entries(each))
      if (value !== null) addAll(`${judge} on ${a} and ${b}`, n, figureUnits.onBoth(a, b, judge));
  }
  for (const [name, { sharpened }] of Object.entries(report.chapters.verdict))
    for (const [judge, { value, n }] of Object.entries(sharpened))
      if (value !== null) addAll(`mean sharpened by ${judge}, ${name}`, n, figureUnits.given(name, { kind: "judge", name: judge }));
  for (const { judge, kind, moves } of report.chapters.influence.effects)
    for (const [name, { shift }] of Object.entries(moves))
      if (report.chapters.influence.effects.filter((one) => one.judge === judge && one.kind === kind).length === 1)
        addAll(`${judge} closer by, ${name}`, shift.n, figureUnits.besideDraft(name, judge, "blind-then-drafted", { shown: "true" }));
  for (const [name, { strata }] of Object.entries(report.chapters.people.perCriterion)) {
    const own = ofCriterion(report, name, addAll);
    for (const { name: spread, units, judges: by } of strata) {
      if (units > 0) own(`${spread}, ${name}`, units, figureUnits.spread(name, spread));
      for (const [judge, { close }] of Object.entries(by))
        if (close.value !== null)
          own(`${judge} where people are ${spread}, ${name}`, close.n, { ...figureUnits.spread(name, spread), judge });
    }
  }
  const { columns = [] } = report.chapters.judges.protocols ?? {};
  for (const { name: way, draftsOf, perCriterion } of columns)
    for (const [name, { value, n }] of Object.entries(perCriterion)) {
      if (value === null) continue;
      if (draftsOf === undefined) add(`${way} beside people, ${name}`, n, figureUnits.judged(name, way));
      else if (columns.filter((one) => one.draftsOf === draftsOf).length === 1 && !report.arms.includes("blind-then-drafted"))
        add(`${way} beside people, ${name}`, n, { ...figureUnits.rated(name), withDraft: draftsOf });
    }
}

/** What people's reliability, their ways of rating and what drafts did to them rest on. */
function addOfPeople(report: TaskReport, judges: string[], add: Add, addAll: Add) {
  const isNumeric = report.criteria.every(({ labels }) => labels === null);
  for (const judge of judges)
    for (const [name, people] of Object.entries(report.chapters.judges.besidePeople[judge] ?? {}))
      for (const { person, own } of people)
        add(`${person} and ${judge} beside others, ${name}`, own.n, figureUnits.besideOthers(name, person, judge));
  for (const [name, { severity, close }] of Object.entries(report.chapters.people.raters)) {
    if (isNumeric && severity.why === null) addAll(`severity of ${name}`, severity.n, figureUnits.withOthers(name));
    if (isNumeric && close.why === null) addAll(`closeness of ${name}`, close.n, figureUnits.withOthers(name));
  }
  for (const [name, { rawAgreement, gwet, oneRater, meanOfRaters, approximate }] of Object.entries(report.chapters.people.perCriterion)) {
    const own: Add = (figure, n, units) => ofCriterion(report, name, addAll)(`${figure}, ${name}`, n, units);
    if (rawAgreement.value !== null) own("same score", rawAgreement.n, figureUnits.pairable(name));
    if (gwet.value !== null) own("AC2", gwet.n, figureUnits.rated(name));
    const [one, mean] = approximate ? [approximate.oneRater, approximate.meanOfRaters] : [oneRater, meanOfRaters];
    const units = approximate ? figureUnits.pairable(name) : figureUnits.complete(name);
    if (one.value !== null) own("one person's score", one.n, units);
    if (mean.value !== null) own("people's mean", mean.n, units);
  }
  for (const [name, { samplesTimed }] of Object.entries(report.time.perAnnotator))
    addAll(`time per sample of ${name}`, samplesTimed, figureUnits.timedWhole(name));
  addAll("times per sample", report.time.all.samplesTimed * report.counts.criteria, figureUnits.timedWhole(null));
  const { arms = [], comparisons = [] } = report.influence ?? {};
  if (arms.length === 2)
    for (const [name, { difference }] of Object.entries(comparisons[0]?.seconds.perCriterion ?? {}))
      addAll(`times in both arms, ${name}`, difference.n, figureUnits.inArm(name, "blind", { timed: "true", armToo: "drafted" }));
  for (const { with: seen, without, seconds } of comparisons)
    for (const [place, side] of [
      [without, "without"],
      [seen, "with"],
    ] as const) {
      const { arm, agreement } = arms[place] ?? expect.unreachable();
      if (arms.filter((one) => one.arm === arm).length > 1 || arm === "first" || arm === "final") continue;
      addAll(`all alphas, ${arm}`, agreement.meanOverCriteria.nominal.n, figureUnits.inArm(null, arm, { pairable: "people" }));
      addAll(`all times, ${arm}`, seconds.pooled[side].n, figureUnits.inArm(null, arm, { timed: "true" }));
      for (const { name } of report.criteria) {
        addAll(`alpha, ${arm}, ${name}`, agreement.perCriterion[name]?.nominal.n, figureUnits.inArm(name, arm, { pairable: "people" }));
        addAll(`time, ${arm}, ${name}`, seconds.perCriterion[name]?.[side].n, figureUnits.inArm(name, arm, { timed: "true" }));
      }
    }
  for (const one of report.chapters.influence.behaviours) {
    const alike = report.chapters.influence.behaviours.filter(
      ({ judge, definition, criterion }) => judge === one.judge && definition === one.definition && criterion === one.criterion,
    );
    if (alike.length > 1) continue;
    const arm = one.definition === "draft-only" ? "drafted" : "blind-then-drafted";
    const shares = {
      correction: one.correction,
      scrutiny: one.scrutiny,
      subjectivity: one.subjectivity,
      "outlier-removed": one.outlierRemoved,
    };
    for (const [behaviour, figure] of Object.entries(shares) as [keyof typeof shares, Figure | null][]) {
      if (figure === null) continue;
      const name = `${behaviour} of ${one.judge}, ${arm}, ${one.criterion ?? "all"}`;
      addAll(name, Math.round((figure.value ?? 0) * figure.n), figureUnits.besideDraft(one.criterion, one.judge, arm, { behaviour }));
      addAll(`${name}, or not`, figure.n, figureUnits.besideDraft(one.criterion, one.judge, arm, { could: behaviour }));
    }
  }
}

/** The first criterion of a study as labels; of two people, the second gives others on two of three samples, and both see a judge's draft of many. */
function withLabels(study: TaskBundle): TaskBundle {
  const [criterion, judge, annotator] = [study.criteria[0], study.judges[0], study.annotators[0]];
  if (!criterion || !judge || !annotator) throw new Error("the study has a criterion, a judge and an annotator");
  const label = (score: number | null, moved = 0) => (Math.min(2, score ?? 0) + moved) % 3;
  const person = (name: string, second: number): typeof annotator => ({
    name,
    assignments: annotator.assignments.map((one, at) => ({
      ...one,
      ...((second === 0 ? at % 2 : at % 4) === 0 ? { arm: "blind", judge: null } : { arm: "drafted", judge: judge.name }),
      evaluations: one.evaluations
        .filter((of) => of.criterion === criterion.name)
        .map((of) => ({ ...of, actions: of.actions.map((action) => ({ ...action, score: label(action.score, second * (at % 3)) })) })),
    })),
  });
  return {
    ...study,
    criteria: [{ ...criterion, scale: labelled("none", "part", "whole") }],
    judges: study.judges.map((one) => ({
      ...one,
      drafts: one.drafts.filter((draft) => draft.criterion === criterion.name).map((draft) => ({ ...draft, score: label(draft.score) })),
    })),
    annotators: [person("First", 0), person("Second", 1)],
  };
}

/** The first judge has the name of the first annotator. */
function withNamesake(study: TaskBundle): TaskBundle {
  const [judge, annotator] = [study.judges[0], study.annotators[0]];
  if (!judge || !annotator) throw new Error("the study has a judge and an annotator");
  const named = (name: string) => (name === judge.name ? annotator.name : name);
  return {
    ...study,
    judges: study.judges.map((one) => ({ ...one, name: named(one.name) })),
    annotators: study.annotators.map((one) => ({
      ...one,
      assignments: one.assignments.map((work) => ({ ...work, judge: work.judge === null ? null : named(work.judge) })),
    })),
  };
}

/** Kinds of figures that are of a part of the units, which only a study with gaps tells from all. */
function expectAllKinds(shown: Record<string, number>) {
  for (const [kind, all] of [
    [/: system small groups of second judge, True$/u, /: bias of second judge, True$/u],
    [/: subset small groups of third judge, True$/u, /: bias of third judge, True$/u],
    [/: language de of third judge, True$/u, /: bias of third judge, True$/u],
    [/: language small groups of third judge, Clear$/u, /: bias of third judge, Clear$/u],
    [/: turn 2 of second judge, True$/u, /: bias of second judge, True$/u],
    [/: month 2026-01 of third judge, Clear$/u, /: bias of third judge, Clear$/u],
    [/: month small groups of third judge, Clear$/u, /: bias of third judge, Clear$/u],
    [/: own outputs of second judge, True$/u, /: bias of second judge, True$/u],
    [/: own outputs of third judge, Clear$/u, /: bias of third judge, Clear$/u],
    [/: form list by third judge, Clear$/u, /: bias of third judge, Clear$/u],
    [/: inputs of people with second judge, True$/u, /: inputs of people with third judge, Clear$/u],
    [/: people on Clear and True$/u, /: one person's score, True$/u],
    [/: second judge on Clear and True$/u, /: ratings by second judge, Clear$/u],
    [/: first judge with people beside people, Clear$/u, /: first judge with people beside people, True$/u],
    [/: times in both arms, Clear$/u, /: times in both arms, True$/u],
    [/: mean sharpened by second judge, True$/u, /: mean sharpened by second judge, Clear$/u],
  ]) {
    const n = (name: RegExp | undefined) => Object.entries(shown).find(([figure]) => name?.test(figure))?.[1];
    expect(n(kind), `${kind}`).toBeGreaterThan(0);
    expect(n(kind), `${kind}`).not.toBe(n(all));
  }
}

/** The n that the samples page shows for a link. */
async function listed(taskId: string, units: UnitQuery): Promise<number> {
  const selection = unitSelection.parse(units);
  const { counts, items, nextCursor } = await listUnits(instanceAdmin, { taskId, limit: 500, selection });
  if (nextCursor === null) {
    expect(items.length).toBe(counts.units);
    expect(items.reduce((sum, unit) => sum + (selection.of === "lines" ? unit.lines : unit.ratings), 0)).toBe(
      selection.of === "lines" ? counts.lines : counts.ratings,
    );
  }
  return counts[selection.of] ?? 0;
}

/** Everybody rated some of the systems, one person not all of them. */
const partlyRated = (study: TaskBundle): TaskBundle => ({
  ...study,
  annotators: study.annotators.map((one) =>
    one.name === "Dia" ? { ...one, assignments: one.assignments.filter(({ sampleId }) => !sampleId.endsWith("-three")) } : one,
  ),
});

/** What the figures of reports say, and what their links list, each by the figure's name. */
async function countedIn(reports: readonly TaskReport[]): Promise<[shown: Record<string, number>, counted: Record<string, number>]> {
  const [shown, counted]: [Record<string, number>, Record<string, number>] = [{}, {}];
  // Many figures are of the same units.
  const lists = new Map<string, Promise<number>>();
  for (const report of reports) {
    for (const { figure, n, units } of figuresOf(report)) {
      const name = `${report.task}: ${figure}`;
      const selection = { ...report.filter, ...units };
      const key = JSON.stringify([report.taskId, selection]);
      const list = lists.get(key) ?? listed(report.taskId, selection);
      lists.set(key, list);
      shown[name] = n;
      counted[name] = await list;
    }
  }
  return [shown, counted];
}

async function loaded(study: TaskBundle) {
  const made = await loadStudy(instanceAdmin, {
    ...{ name: `Study ${randomUUID()}`, description: "", demo: false, source: "test" },
    bundles: [study],
  });
  // Hundreds of lists are asked for: with plans made for empty tables they take minutes.
  await pool().query("analyze");
  return made;
}

describe.each([
  ["a demo study with scores", demoStudy],
  ["a demo study of pairs", pairStudy],
  ["birds", birdStudy],
  ["a study with gaps", gappedStudy()],
  [
    "a study whose first judge has an annotator's name",
    { ...withNamesake(gappedStudy()), task: { ...gappedStudy().task, name: "Namesakes" } },
  ],
  ["labels, some of them given with a draft in view", withLabels(birdStudy)],
])("in %s", (_, study) => {
  let reports: TaskReport[] = [];
  beforeAll(async () => {
    const { projectId } = await loaded(study);
    // Behind the back of the triggers that keep actions as they are: the studies themselves come without reasons.
    await pool().query(`begin; set local session_replication_role = replica;
      update actions set reason_code = (array['wrong-score', 'made-up', 'unclear', null])[1 + abs(hashtext(id::text)) % 4],
        reason = (array['Too high.', '1', null])[1 + abs(hashtext(kind || id::text)) % 3] where kind in ('revise', 'remove'); commit`);
    reports = (await readReport(instanceAdmin, { projectId })).tasks;
  });

  test("every figure's link lists as many units, ratings or lines as the figure says", async () => {
    const [shown, counted] = await countedIn(reports);
    expect(Object.keys(shown).length).toBeGreaterThan(20);
    const overruled = reports.some(({ actions }) =>
      Object.values(actions).some(({ overall }) => overall.revise.count + overall.remove.count > 0),
    );
    for (const reason of ["wrong-score", "own words"])
      expect(Object.keys(shown).some((name) => name.includes(`${reason}, `))).toBe(overruled);
    if (reports[0]?.task === "Answers with gaps") expectAllKinds(shown);
    expect(counted).toEqual(shown);
  }, 120_000);
});

/** One person's work does not say whether a draft was in view. */
const partlyUnstated = (study: TaskBundle): TaskBundle => ({
  ...study,
  annotators: study.annotators.map((one) =>
    one.name === "Dia" ? { ...one, assignments: one.assignments.map((work) => ({ ...work, arm: "unstated", judge: null })) } : one,
  ),
});

test.each<[string, TaskBundle, ReportFilter]>([
  ["two arms and work that does not say", partlyUnstated(gappedStudy()), {}],
  ["a system that not everybody rated", partlyRated(gappedStudy()), { system: "three" }],
  ["one arm", pairStudy, { arm: "blind" }],
  ["one arm of labels", withLabels(birdStudy), { arm: "drafted" }],
  ["days", pairStudy, { from: "2000-01-01", to: "2099-12-31" }],
])(
  "in a report of %s, every figure's link lists what it says, judges' own scores whole",
  async (_, study, filter) => {
    const { projectId } = await loaded(study);
    const { tasks } = await readReport(instanceAdmin, { projectId, filter });
    const [shown, counted] = await countedIn(tasks);
    expect(Object.keys(shown).length).toBeGreaterThan(20);
    expect(counted).toEqual(shown);
  },
  120_000,
);

test("where a later run has replaced the drafts that people saw, figures of these drafts list what they say", async () => {
  const { projectId } = await loaded(gappedStudy());
  await pool().query(
    `with later as (
       insert into runs (id, task_id, judge_id, criteria_set_id, kind, status, model, protocol, prompt_version, variant, options, created_at)
       select gen_random_uuid(), task_id, judge_id, criteria_set_id, kind, status, model, protocol, prompt_version, variant, options, now() + interval '1 day'
       from runs where task_id in (select id from tasks where project_id = $1) returning id, judge_id, task_id)
     insert into drafts (run_id, sample_id, criterion_id, score, items, raw)
     select later.id, d.sample_id, d.criterion_id, 1 + d.score::int % 5, '[]', '' from later
     join runs r on r.judge_id = later.judge_id and r.task_id = later.task_id and r.id <> later.id join drafts d on d.run_id = r.id`,
    [projectId],
  );
  const { tasks } = await readReport(instanceAdmin, { projectId });
  const changes = tasks.flatMap(({ scores }) => Object.values(scores.change).flatMap((of) => Object.values(of)));
  expect(changes.filter(({ same, changed }) => same > 0 && changed > 0).length).toBeGreaterThan(1);
  const [shown, counted] = await countedIn(tasks);
  expect(counted).toEqual(shown);
}, 120_000);
