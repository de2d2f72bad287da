-- Reports count reasons in words alone too, as CoEval's release has them.
DROP INDEX "actions_with_reasons";
CREATE INDEX "actions_with_reasons" ON "actions"("evaluation_id") WHERE "reason_code" IS NOT NULL OR "reason" IS NOT NULL;
