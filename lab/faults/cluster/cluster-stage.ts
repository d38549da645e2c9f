import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedReference } from '#server/db/reference/seed-reference.ts'
import { makeRole } from '#test/make.ts'
import { runCli } from '#test/setup/cli.ts'
import { silent } from '#test/setup/database.ts'
import { startMailServer } from '#test/setup/mail-server.ts'
import { signedIn } from '#test/setup/sign-in.ts'
import { startProduct, type Product } from '../product.ts'
import { ADMIN, type Stage } from '../stage.ts'
import { openCluster, type Cluster } from './cluster.ts'
import { PASSWORDS } from './nodes.ts'

export type ClusterStage = Pick<Stage, 'ask' | 'role' | 'token'> & {
  cluster: Cluster
  /** One app process for each way to connect to the cluster. */
  products: { way: string; product: Product }[]
  mails: Awaited<ReturnType<typeof startMailServer>>
  /** Returns what `audit verify` says. */
  proveAudit: () => Promise<string>
  close: () => Promise<void>
}

/** Starts a cluster with its two roles, reference data, and three app processes that connect to it in three different ways and send email. */
export async function openClusterStage(how: Parameters<typeof openCluster>[0]): Promise<ClusterStage> {
  const cluster = await openCluster(how)
  const folder = await mkdtemp(join(tmpdir(), 'rounds-fault-'))
  const mails = await startMailServer()
  const products: ClusterStage['products'] = []
  const close = async () => {
    for (const { product } of products) await product.kill()
    await mails.stop()
    await cluster.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const seeded = await prepare(cluster)
    const mail = { SMTP_URL: mails.url, MAIL_FROM: 'careers@meridianhealth.example', MAIL_DELAY_SECONDS: '0' }
    const settings = { DATA_DIR: folder, SEED: 'reference', ADMIN_EMAILS: ADMIN, ...mail }
    for (const [way, DATABASE_URL] of Object.entries(cluster.ways)) products.push({ way, product: await startProduct({ ...settings, DATABASE_URL }) })
    return {
      ...seeded,
      cluster,
      products,
      mails,
      ask: (statement) => asOwner(cluster, async ({ pool }) => (await pool.query(statement)).rows),
      async proveAudit() {
        const { code, out, err } = await runCli(['audit', 'verify'], { ...settings, DATABASE_URL: cluster.ownerUrl })
        return code === 0 ? 'whole' : `${out}${err}`
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function asOwner<T>({ ownerUrl }: Cluster, work: (database: Awaited<ReturnType<typeof connect>>) => Promise<T>): Promise<T> {
  const database = await connect({ dataDir: '', databaseUrl: ownerUrl, log: silent })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Runs migrations as the owner, grants the product's role its privileges, and adds the data that applications need. */
async function prepare(cluster: Cluster): Promise<{ role: number; token: string }> {
  await asOwner(cluster, migrate)
  await grantPrivileges(cluster)
  return asOwner(cluster, async (database) => {
    await seedReference(database.db)
    return { role: (await makeRole(database.db)).ref_function_role_id, token: (await signedIn(database.db, ADMIN)).token }
  })
}

async function grantPrivileges(cluster: Cluster): Promise<void> {
  const env = {
    ...process.env,
    ...PASSWORDS,
    PGHOST: (await cluster.primary()).address,
    PGUSER: 'postgres',
    PGPASSWORD: PASSWORDS.PATRONI_SUPERUSER_PASSWORD,
    PGDATABASE: 'rounds',
    ROLES_SQL: 'deploy/roles.sql',
  }
  const { status, stderr } = spawnSync('sh', ['deploy/create-roles.sh'], { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}
