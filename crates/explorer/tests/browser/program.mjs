// The program: its server, and its answers on the command line.

import { execFile, spawn } from "node:child_process";
import { createServer } from "node:http";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const run = promisify(execFile);

const SIMULATION = [[1, 1, 0, 1], [2, 1.9, 0.04, 0.99], [4, 3.6, 0.07, 0.97], [8, 6.5, 0.13, 0.93]]
  .map(([workers, speedup, overhead, utilisation]) => JSON.stringify({ workers, speedup, overhead, utilisation })).join("\n");

export class Program {
  // Starts the server, with a master to be watched that is none, and a simulation.
  static async start(path) {
    const program = new Program();
    program.path = path;
    program.directory = await mkdtemp(join(tmpdir(), "rhizome-browser-"));
    program.simulation = SIMULATION;
    await writeFile(join(program.directory, "scaling.jsonl"), SIMULATION);
    let expansions = 0;
    program.master = createServer((_, response) => {
      expansions += 54321;
      response.end(`# TYPE rhizome_expansions counter\nrhizome_expansions_total ${expansions}\nrhizome_workers 3\nrhizome_facts ${expansions / 10}\n` +
        `rhizome_jobs_total 42\nrhizome_root_proof_number 17\nrhizome_root_disproof_number inf\nrhizome_search_memory_bytes 1000000\n# EOF\n`);
    });
    await new Promise((resolve) => program.master.listen(0, "127.0.0.1", resolve));
    program.server = spawn(path, ["explore", "--listen", "127.0.0.1:0", "--watch", `127.0.0.1:${program.master.address().port}`,
      "--simulation", join(program.directory, "scaling.jsonl"), "--store", join(program.directory, "store")], { stdio: ["ignore", "pipe", "inherit"] });
    process.on("exit", () => program.server.kill());
    program.ended = new Promise((resolve) => program.server.on("exit", resolve));
    for await (const line of createInterface({ input: program.server.stdout })) {
      program.address = line.match(/http:\/\/[^/]+/)[0];
      break;
    }
    return program;
  }

  // What the program answers on the command line, in JSON.
  async answer(...words) {
    const { stdout } = await run(this.path, [...words, "--format", "json"]);
    return JSON.parse(stdout);
  }

  async stop() {
    this.server.kill("SIGTERM");
    const code = await this.ended;
    this.master.close();
    await rm(this.directory, { recursive: true });
    if (code !== 0) throw new Error(`the server has ended with ${code}`);
  }
}
