-- AlterTable
ALTER TABLE "criteria_decisions" ADD COLUMN     "group" TEXT;

ALTER TABLE "criteria_decisions" ADD CONSTRAINT "criteria_decisions_group_known" CHECK ("group" IN ('general', 'task-specific'));
