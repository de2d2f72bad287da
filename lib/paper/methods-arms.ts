import type { TaskReport } from "@/lib/domain/report";
import { basisOfChapters, undraftedOf } from "@/lib/domain/report-basis";
import { type Claim, claim } from "./claim";
import { counted } from "./counted";

/** What annotators saw before they rated, and which of their ratings figures are of. */
export function armsOf(report: TaskReport): Claim[] {
  const { arms: found, counts } = report;
  if (counts.annotators === 0) return [];
  const of = (arm: string) => found.includes(arm);
  // A narrowed report may leave out ratings that were made otherwise.
  const isNarrowed = Object.keys(report.filter).length > 0;
  if (found.length === 1 && of("blind"))
    return [
      claim(
        isNarrowed ? "None of these ratings was made with a judge's draft in view." : "No annotator saw a judge's draft before rating.",
      ),
    ];
  if (found.length === 1 && of("drafted")) {
    const none = isNarrowed ? "none of these ratings" : "no rating";
    return [
      hasActions(report)
        ? claim(`Annotators saw a judge's draft and accepted or revised it line by line; ${none} was made blind.`, "li2023")
        : claim(`Annotators saw a judge's draft; ${none} was made blind.`),
    ];
  }
  if (found.length === 1 && of("blind-then-drafted"))
    return [
      claim("Annotators gave a first rating without a judge's draft, then saw one and gave their final rating."),
      ...unknownDraft(report),
      ...firewall(report, "first ratings", "final ones"),
    ];
  const ways = [
    ...(of("blind") ? ["without a draft in view"] : []),
    ...(of("drafted") ? ["with a judge's draft in view"] : []),
    ...(of("blind-then-drafted") ? ["blind and then again with a draft"] : []),
  ];
  return [
    ...(ways.length === 0 ? [] : [claim(`Some ratings were made ${ways.join(", others ")}.`)]),
    ...unknownDraft(report),
    ...(of("unstated")
      ? [claim(`Of ${ways.length === 0 ? "the ratings" : "others"} it is not recorded whether a draft was in view.`)]
      : []),
    ...firewall(report, "ratings made without one", "all"),
  ];
}

/** Whether it is on record what anybody did with a draft. */
export const hasActions = ({ actions }: TaskReport) => Object.values(actions).some(({ overall }) => overall.n > 0);

/** How many ratings do not say whose draft was in view. */
function unknownDraft({ influence }: TaskReport): Claim[] {
  const unknown = (influence?.arms ?? []).filter(({ arm, run }) => (arm === "drafted" || arm === "final") && run === null);
  const ratings = unknown.reduce((sum, one) => sum + one.ratings, 0);
  return ratings === 0 ? [] : [claim(`Of ${counted(ratings, "rating")} made with a draft in view it is not recorded which draft it was.`)];
}

/** Which ratings figures are of, where some were made without a draft and others with one; agreement is of all where the former define none. */
function firewall(report: TaskReport, without: string, others: string): Claim[] {
  const { criteria, labels, pairs } = report;
  const separate = criteria.filter(({ name }) => undraftedOf(report, name) !== null).length;
  const compared = [pairs?.agreementWithAnnotators ?? {}, ...Object.values(labels).map(({ withJudge }) => withJudge)];
  const isUsed =
    basisOfChapters(report) === "without-draft" || compared.flatMap(Object.values).some(({ basis }) => basis === "without-draft");
  if (!isUsed) return [];
  if (separate === 0)
    return [
      claim(`Judges are compared with annotators on ${without} alone; these define no agreement among annotators, which is of ${others}.`),
    ];
  const agreement = separate === criteria.length ? "each criterion's agreement" : "a criterion's agreement where they define one";
  return [
    claim(
      `Figures that a draft in view would distort, such as ${agreement} and the tests of judges, are of ${without}, the others of ${others}.`,
    ),
  ];
}
