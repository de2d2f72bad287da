-- What is there now was kept as jsonb: all of its content, but neither the order of its keys nor its spacing. It says so of itself.
ALTER TABLE "exchanges" ADD COLUMN "request_exact" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "exchanges" ALTER COLUMN "request_exact" SET DEFAULT true;
ALTER TABLE "exchanges" ALTER COLUMN "request" SET DATA TYPE TEXT USING "request"::text;
