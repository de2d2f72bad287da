-- What a worker last said of itself: one address then has the metrics of every process.
ALTER TABLE "worker_heartbeats" ADD COLUMN "metrics" JSONB;
