import { useState } from "react";
import type { z } from "zod";
import type { startRunBody } from "@/lib/domain/judge";
import type { Variant } from "@/lib/domain/pair-outputs";
import { type BudgetText, readBudget } from "./budget-fields";
import type { FittingJudge } from "./fitting-judges";

/** As typed. */
interface Fields extends BudgetText {
  judgeId: string | null;
  variant: Variant;
  limit: string;
  reuseAnswers: boolean;
}

const blank: Fields = { judgeId: null, variant: "plain", limit: "", budgetUsd: "", budgetTokens: "", reuseAnswers: false };

const numberOf = (text: string) => (text.trim() === "" ? undefined : Number(text));
const isCount = (value: number | undefined) => value === undefined || (Number.isInteger(value) && value >= 1);

/** State of the form for a new run: values, errors and the request body, which is null while the form is invalid. */
export function useRunForm(fitting: readonly FittingJudge[]) {
  const [fields, setFields] = useState(blank);
  const chosen = fitting.find(({ judge }) => judge.id === fields.judgeId) ?? fitting[0] ?? null;
  const sampleLimit = numberOf(fields.limit);
  const { budgetUsd, budgetTokens, problems: ofBudget } = readBudget(fields);
  const problems = { limit: isCount(sampleLimit) ? undefined : "A whole number, at least 1.", ...ofBudget };
  const isWrong = Object.values(problems).some((problem) => problem !== undefined);
  const asked = chosen?.asksModel
    ? {
        ...(budgetUsd !== undefined && { budgetUsd }),
        ...(budgetTokens !== undefined && { budgetTokens }),
        ...(fields.reuseAnswers && { reuseAnswers: true }),
      }
    : {};
  const body: z.input<typeof startRunBody> | null =
    chosen === null || isWrong
      ? null
      : {
          judgeId: chosen.judge.id,
          ...(fields.variant !== "plain" && { variant: fields.variant }),
          ...(sampleLimit !== undefined && { sampleLimit }),
          ...asked,
        };
  const set = (change: Partial<Fields>) => setFields((before) => ({ ...before, ...change }));
  return { chosen, fields, set, problems, body };
}
