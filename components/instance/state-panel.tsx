import type { InstanceState } from "@/lib/domain/instance";
import { bytes, count } from "../charts/format";
import { Progress } from "../ui/progress";
import { figureOf, timeSpan } from "./pick-figures";

const fullAt = 0.9;

/** What an operator looks at first: workers, queue, disk, connections, backup. */
export function StatePanel({ figures }: { figures: InstanceState["figures"] }) {
  const at = (name: string) => figureOf(figures, name);
  const [workers, beat, backup] = [at("workers") ?? 0, at("worker_heartbeat_age_seconds"), at("backup_age_seconds")];
  const [free, disk] = [at("disk_free_bytes"), at("disk_bytes")];
  const [used, allowed] = [at("database_connections") ?? 0, at("database_connections_allowed") ?? 0];
  const lag = at("replica_lag_seconds");
  return (
    <dl className="grid grid-cols-1 gap-px overflow-hidden rounded-panel border bg-line sm:grid-cols-2 lg:grid-cols-4">
      <Tile
        name="Workers"
        value={count(workers)}
        note={
          workers > 0
            ? "at work"
            : beat === null
              ? "None has run yet: nothing is drafted."
              : `Silent for ${timeSpan(beat)}: nothing is drafted.`
        }
        bad={workers === 0}
      />
      {free !== null && disk !== null ? (
        <Tile
          name="Disk"
          value={`${bytes(free)} free`}
          note={`of ${bytes(disk)} where the data directory is`}
          share={{ value: disk - free, of: disk }}
          bad={disk - free > disk * fullAt}
        />
      ) : (
        <Tile name="Disk" value="–" note="The data directory is on another machine." />
      )}
      <Tile
        name="Connections"
        value={`${count(used)} of ${count(allowed)}`}
        note="of the database, from every process"
        share={{ value: used, of: allowed }}
        bad={used > allowed * fullAt}
      />
      <Tile
        name="Newest backup"
        value={backup === null ? "–" : `${timeSpan(backup)} old`}
        note={
          backup === null
            ? "None yet. REDLINE_BACKUP_EVERY=24h makes them."
            : lag === null
              ? "of those of any process"
              : `replica ${lag.toFixed(1)} s behind`
        }
      />
    </dl>
  );
}

interface TileProps {
  name: string;
  value: string;
  note: string;
  share?: { value: number; of: number };
  bad?: boolean;
}

function Tile({ name, value, note, share, bad = false }: TileProps) {
  return (
    <div className="flex flex-col gap-1 bg-card px-5 py-4">
      <dt className="text-small text-soft">{name}</dt>
      <dd className="flex flex-col gap-1">
        <span className={bad ? "text-title font-semibold text-removed tabular-nums" : "text-title font-semibold tabular-nums"}>
          {value}
        </span>
        {share && <Progress label={`${name} in use`} value={share.value} max={share.of} />}
        <span className="text-small text-soft">{note}</span>
      </dd>
    </div>
  );
}
