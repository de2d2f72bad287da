-- AlterTable
ALTER TABLE "stored_reports" DROP CONSTRAINT "stored_reports_pkey",
ADD COLUMN     "filter" TEXT NOT NULL DEFAULT '',
ADD CONSTRAINT "stored_reports_pkey" PRIMARY KEY ("task_id", "view", "filter");
