import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import { protocolsReport } from "@/lib/testing/judges-alone-fixture";
import { ProtocolsPanel } from "./protocols-panel";

const { judges } = protocolsReport.chapters;
const of = (protocols: TaskReport["chapters"]["judges"]["protocols"]): TaskReport => ({
  ...protocolsReport,
  chapters: { ...protocolsReport.chapters, judges: { ...judges, protocols } },
});
const protocols = judges.protocols ?? expect.unreachable();

test("both runs of a judge have their columns, which leave the table once the report is of another judge", () => {
  const [judge = expect.unreachable(), once = expect.unreachable(), twice = expect.unreachable()] = protocols.columns;
  const rows = () =>
    within(screen.getByRole("table", { name: "Ways of evaluating" }))
      .getAllByRole("row")
      .slice(0, 2)
      .map(({ children }) => [...children].map(({ textContent }) => textContent?.replace(/(?<=\.\d\d).*/u, "")));
  const { rerender } = render(
    <ProtocolsPanel report={of({ ...protocols, columns: [twice, { ...twice, perCriterion: once.perCriterion }] })} />,
  );
  expect(rows()).toEqual([
    ["Criterion", "model-y with people", "model-y with people"],
    ["Clarity", "0.77", "0.80"],
  ]);
  rerender(<ProtocolsPanel report={of({ ...protocols, columns: [judge] })} />);
  expect(rows()).toEqual([
    ["Criterion", "model-x"],
    ["Clarity", "0.83"],
  ]);
});

test("nothing is shown where nobody rated without a draft", () => {
  expect(render(<ProtocolsPanel report={of(null)} />).container.textContent).toBe("");
});
