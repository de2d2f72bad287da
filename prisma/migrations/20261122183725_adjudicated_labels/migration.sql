-- AlterTable
ALTER TABLE "adjudications" ALTER COLUMN "median" DROP NOT NULL;
