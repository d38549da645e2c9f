import { pino } from 'pino'
import { connect } from '#server/db/connect.ts'
import { function_role } from '#server/db/tables.ts'
import { startProduct, type Product } from '#lab/faults/product.ts'

const TITLES: [title: string, department: string, specialty: string][] = [
  ['Registered Nurse, Telephone Triage', 'Nursing', 'Triage'],
  ['Licensed Clinical Social Worker', 'Behavioral health', 'Counseling'],
  ['Medical Coder, Outpatient', 'Revenue cycle', 'Coding'],
  ['Care Manager, Heart Failure', 'Nursing', 'Cardiology'],
  ['Patient Access Specialist', 'Patient services', 'Registration'],
  ['Clinical Data Engineer', 'Technology', 'Data'],
  ['Speech-Language Pathologist', 'Therapy', 'Pediatrics'],
  ['Utilization Review Nurse', 'Nursing', 'Utilization review'],
]
const SHIFTS = ['Days', 'Evenings', 'Days', 'Flexible', 'Days', 'Weekends', 'Nights']

/** Starts the product on this folder's embedded database, which has the demo plus enough openings for a total of `count`. */
export async function startWithOpenings(dataDir: string, count: number, settings: Record<string, string> = {}): Promise<Product> {
  const given = { DATA_DIR: dataDir, SEED: 'demo', NODE_ENV: 'development', ...settings }
  const first = await startProduct(given)
  const open = ((await (await fetch(`${first.url}/api/open-roles`)).json()) as unknown[]).length
  await first.stop()
  const database = await connect({ databaseUrl: undefined, dataDir, log: pino({ level: 'silent' }) })
  const missing = Array.from({ length: Math.max(0, count - open) }, (_, at) => opening(at))
  if (missing.length > 0) await database.db.insert(function_role).values(missing)
  await database.close()
  return startProduct(given)
}

function opening(at: number): typeof function_role.$inferInsert {
  const [title, department, specialty] = TITLES[at % TITLES.length]!
  const lead = { hiring_lead_email: 'nursing@meridianhealth.example', hiring_lead_name: 'Odalys Brightwater' }
  const pay = { salary_min: 62_000 + at * 500, salary_max: 78_000 + at * 500 }
  return {
    ...lead,
    ...pay,
    function_role_name: `${title} ${Math.floor(at / TITLES.length) + 1}`,
    function_role_description: `You join ${department.toLowerCase()} and work from home with a team in three time zones. Most days you speak with patients who need a clear answer, and you have time for each of them.`,
    function_role_responsibilities: 'Answer patients by phone and video\nKeep records complete\nHand over at the end of the shift',
    function_role_requirements: 'Two years with patients\nA quiet room and a wired connection',
    department,
    specialty,
    shift: SHIFTS[at % SHIFTS.length]!,
    license_states: at % 3 === 0 ? ['CA', 'NY'] : [],
    was_public_flag: true,
  }
}
