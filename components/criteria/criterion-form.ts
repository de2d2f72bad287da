import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import type { CriterionContent, criterionContent } from "@/lib/domain/criterion";

export type CriterionFields = z.input<typeof criterionContent>;
/** The form of the dialog that creates or revises a criterion. */
export type CriterionForm = UseFormReturn<CriterionFields, unknown, CriterionContent>;
