-- Reports count the reasons given: few actions have one.
CREATE INDEX "actions_with_reasons" ON "actions"("evaluation_id") WHERE "reason_code" IS NOT NULL;
