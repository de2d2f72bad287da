import type { SeededRandom } from "@/lib/stats";
import { shuffled } from "./shuffled";

/** A rating to be put into an arm or not, with the groups that it counts in. */
export interface Edge {
  /** Index of its sample, of the sample's stratum, and of its seat. */
  sample: number;
  stratum: number;
  seat: number;
}

/**
 * Chooses `part / whole` of the ratings so that all of them, every sample, every stratum, every seat and every seat within a stratum gets that share of
 * its own, rounded down or up. Such a choice always exists: giving each rating the fraction itself is a flow within these bounds, and a network whose bounds
 * are whole numbers that carries a flow carries one in whole numbers. Ratings are tried in random order.
 */
export function shareEvenly(edges: readonly Edge[], { part, whole }: { part: number; whole: number }, random: SeededRandom): boolean[] {
  const network = new Network();
  const source = network.addNode();
  const sink = network.addNode();
  const bounds = (size: number) => ({ least: Math.floor((size * part) / whole), most: Math.ceil((size * part) / whole) });
  /** One node for each group, connected with its parent by an arc that carries the group's share. */
  const groupNodes = (keyOf: (edge: Edge) => number | string, parentOf: (edge: Edge) => number, downstream: boolean) => {
    const groups = new Map<number | string, { node: number; parent: number; size: number }>();
    for (const edge of edges) {
      const key = keyOf(edge);
      const group = groups.get(key);
      if (group) group.size++;
      else groups.set(key, { node: network.addNode(), parent: parentOf(edge), size: 1 });
    }
    for (const { node, parent, size } of groups.values())
      network.addArc(downstream ? node : parent, downstream ? parent : node, bounds(size));
    return (edge: Edge) => groups.get(keyOf(edge))?.node ?? source;
  };
  const stratumNode = groupNodes(
    (edge) => edge.stratum,
    () => source,
    false,
  );
  const sampleNode = groupNodes((edge) => edge.sample, stratumNode, false);
  const seatNode = groupNodes(
    (edge) => edge.seat,
    () => sink,
    true,
  );
  const seatInStratum = groupNodes((edge) => `${edge.seat} ${edge.stratum}`, seatNode, true);
  const arcs = new Map<Edge, number>();
  for (const edge of shuffled(edges, random)) arcs.set(edge, network.addArc(sampleNode(edge), seatInStratum(edge), { least: 0, most: 1 }));
  network.circulate(source, sink, bounds(edges.length));
  return edges.map((edge) => network.flowOn(arcs.get(edge) as number) === 1);
}

/** A network with lower and upper bounds on its arcs; Dinic's algorithm finds a flow within them. */
class Network {
  /** Arc 2k leads on, arc 2k + 1 back. */
  private readonly to: number[] = [];
  private readonly room: number[] = [];
  private readonly least: number[] = [];
  private readonly arcsOf: number[][] = [];

  addNode(): number {
    return this.arcsOf.push([]) - 1;
  }

  addArc(from: number, to: number, { least, most }: { least: number; most: number }): number {
    const arc = this.to.push(to, from) - 2;
    this.room.push(most - least, 0);
    this.least.push(least);
    this.arcsOf[from]?.push(arc);
    this.arcsOf[to]?.push(arc + 1);
    return arc;
  }

  flowOn(arc: number): number {
    return (this.least[arc >> 1] as number) + (this.room[arc + 1] as number);
  }

  /** Finds a flow from source to sink within all bounds; `total` are those of the whole flow. */
  circulate(source: number, sink: number, total: { least: number; most: number }): void {
    this.addArc(sink, source, total);
    const surplus = this.arcsOf.map(() => 0);
    this.least.forEach((least, index) => {
      const [to, from] = [this.to[2 * index] as number, this.to[2 * index + 1] as number];
      surplus[to] = (surplus[to] as number) + least;
      surplus[from] = (surplus[from] as number) - least;
    });
    const [first, last] = [this.addNode(), this.addNode()];
    surplus.forEach((more, node) => {
      if (more > 0) this.addArc(first, node, { least: 0, most: more });
      if (more < 0) this.addArc(node, last, { least: 0, most: -more });
    });
    for (let depths = this.depths(first); depths[last] !== -1; depths = this.depths(first)) {
      const next = this.arcsOf.map(() => 0);
      let found = true;
      while (found) found = this.augment(first, last, { depths, next });
    }
  }

  /** Arcs with room from `start` to each node; -1 where there is no way. */
  private depths(start: number): Int32Array {
    const depths = new Int32Array(this.arcsOf.length).fill(-1);
    depths[start] = 0;
    const queue = [start];
    for (const node of queue) {
      for (const arc of this.arcsOf[node] ?? []) {
        const to = this.to[arc] as number;
        if ((this.room[arc] as number) === 0 || depths[to] !== -1) continue;
        depths[to] = (depths[node] as number) + 1;
        queue.push(to);
      }
    }
    return depths;
  }

  /** Sends as much as one shortest path takes. `next` remembers, for each node, the arcs that lead nowhere. */
  private augment(start: number, end: number, { depths, next }: { depths: Int32Array; next: number[] }): boolean {
    const path: number[] = [];
    let node = start;
    while (node !== end) {
      const own = this.arcsOf[node] as number[];
      const arc = own[next[node] as number];
      if (arc === undefined) {
        const back = path.pop();
        if (back === undefined) return false;
        node = this.to[back ^ 1] as number;
        next[node] = (next[node] as number) + 1;
      } else if ((this.room[arc] as number) > 0 && depths[this.to[arc] as number] === (depths[node] as number) + 1) {
        path.push(arc);
        node = this.to[arc] as number;
      } else {
        next[node] = (next[node] as number) + 1;
      }
    }
    const amount = path.reduce((least, arc) => Math.min(least, this.room[arc] as number), Number.MAX_SAFE_INTEGER);
    for (const arc of path) {
      this.room[arc] = (this.room[arc] as number) - amount;
      this.room[arc ^ 1] = (this.room[arc ^ 1] as number) + amount;
    }
    return true;
  }
}
