-- Reports count the reasons in force: what was undone is found by evaluation.
CREATE INDEX "actions_that_undo" ON "actions"("evaluation_id") WHERE "undoes_id" IS NOT NULL;
