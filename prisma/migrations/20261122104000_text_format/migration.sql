-- AlterTable
ALTER TABLE "tasks" ADD COLUMN     "text_format" TEXT NOT NULL DEFAULT 'plain';
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_text_format_known" CHECK (text_format IN ('plain', 'markdown', 'chat'));
