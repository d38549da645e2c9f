import type { function_role } from '#server/db/tables.ts'

export type RoleKey = 'nurse' | 'informatics' | 'coordinator' | 'auditor' | 'scheduling' | 'analyst' | 'therapist' | 'pharmacist'

type DemoRole = Pick<
  typeof function_role.$inferInsert,
  | 'function_role_name'
  | 'function_role_description'
  | 'function_role_responsibilities'
  | 'function_role_requirements'
  | 'hiring_lead_name'
  | 'department'
  | 'specialty'
  | 'shift'
  | 'license_states'
> & {
  key: RoleKey
  /** The part of the hiring lead's address before the @. */
  lead: string
  published_days_ago: number
  closes_in_days?: number
  disabled_flag?: boolean
  pay?: { least: number; most: number; unit: 'YEAR' | 'HOUR' }
}

export const DEMO_ROLES: DemoRole[] = [
  {
    key: 'nurse',
    department: 'Nursing',
    specialty: 'Primary care',
    shift: 'Nights',
    license_states: ['CA', 'TX'],
    function_role_name: 'Telehealth Nurse Practitioner',
    hiring_lead_name: 'Odalys Brightwater',
    lead: 'nursing',
    published_days_ago: 66,
    pay: { least: 118_000, most: 139_000, unit: 'YEAR' },
    function_role_description: `You see adults by video and by phone, fourteen to sixteen visits a day, and you have time to finish each of them. Most come with something that began last night: a cough, a rash, a refill that ran out, a blood pressure that frightens them.
Half of good telehealth is knowing when video is not enough. You will have a list of places near each patient, a coordinator who books the appointment while you are still talking, and a physician who answers within five minutes.
You join a team of eleven nurse practitioners in four time zones. We review three charts of each other every month, and nobody is paid by the visit.`,
    function_role_responsibilities: `Hold scheduled and same-day video visits with adults, and write the note before the next one begins
Decide what can be treated from afar and send on, the same day, what cannot
Order and follow up laboratory tests, imaging and refills until somebody has told the patient the result
Explain the plan in plain words and check that it was understood, with an interpreter where one helps
Take part in the monthly chart review and one on-call weekend in six`,
    function_role_requirements: `Board-certified nurse practitioner (FNP or AGNP) with a clear license in at least one compact state
Three years of primary or urgent care, one of them with visits by video or phone
Prescriptive authority and a current DEA registration, or the steps to it under way
Calm, plain writing: patients read your notes the same evening
A quiet room with a door, and a steady connection`,
  },
  {
    key: 'informatics',
    department: 'Technology',
    specialty: 'Clinical informatics',
    shift: 'Days',
    license_states: [],
    function_role_name: 'Clinical Informatics Specialist',
    hiring_lead_name: 'Ferris Okonjo-Vale',
    lead: 'informatics',
    published_days_ago: 62,
    pay: { least: 96_000, most: 121_000, unit: 'YEAR' },
    function_role_description: `Our clinicians click about 3,900 times a day in their records. You would make that fewer, and make the clicks that stay safer.
You sit between the people who see patients and the people who write software. In one week you might watch four visits, redraw an order set with a pharmacist, find out why an alert fires 600 times a day and is overridden 588 times, and teach a class of six.
This is a role for somebody who has worked at a bedside or a front desk and remembers how it felt when the system changed on a Monday morning.`,
    function_role_responsibilities: `Shadow clinicians and turn what you saw into changes that can be measured
Build and test order sets, note templates and decision support in our record system
Look after interfaces with laboratories and pharmacies (HL7 v2 and FHIR) together with the engineers
Plan each release with the people it concerns, and be there on the morning after
Keep the catalogue of alerts, and retire those that nobody heeds`,
    function_role_requirements: `Two years or more in clinical informatics, or a clinical license and a year as a super-user or analyst
Has configured at least one of the large record systems, hands on
Reads HL7 messages and can write a simple SQL query
Can say no to a request and leave the person who asked feeling heard
Certification in informatics is welcome and not required`,
  },
  {
    key: 'coordinator',
    department: 'Patient services',
    specialty: 'Care coordination',
    shift: 'Days',
    license_states: [],
    function_role_name: 'Remote Care Coordinator',
    hiring_lead_name: 'Imogen Castellane',
    lead: 'outreach',
    published_days_ago: 61,
    pay: { least: 24.5, most: 31, unit: 'HOUR' },
    function_role_description: `People who leave a hospital get a folder with eleven sheets of paper. You are the person who calls two days later and asks which of them made sense.
You look after about sixty people at a time, most of them over 65, for thirty to ninety days. You book what has to be booked, find the ride, the scale, the cheaper pharmacy and the meal service, and you notice when "fine" does not sound fine.
You work in a pod with a nurse and a social worker. You are never alone with a hard decision.`,
    function_role_responsibilities: `Call patients within two days of discharge and keep in touch until the plan is running
Reconcile appointments, medicines and equipment with clinics, pharmacies and families
Find and arrange help nearby: transport, food, equipment, benefits
Bring warning signs to the nurse of the pod at once, in the words the patient used
Document every contact on the same day`,
    function_role_requirements: `One year of care coordination, case management, medical assisting or community health work
At ease on the phone for half of the day
Knows how Medicare and Medicaid work for the person at the kitchen table
Spanish, Vietnamese or Haitian Creole is a plus
Available for eight hours between 8 am and 7 pm Eastern`,
  },
  {
    key: 'auditor',
    department: 'Revenue cycle',
    specialty: 'Coding',
    shift: 'Flexible',
    license_states: [],
    function_role_name: 'Medical Coding Auditor',
    hiring_lead_name: 'Leopold Tanaka-Reyes',
    lead: 'billing',
    published_days_ago: 60,
    pay: { least: 68_000, most: 84_000, unit: 'YEAR' },
    function_role_description: `You read what was written, what was coded and what was billed, and you say where the three do not agree. In both directions: money we should not have asked for goes back.
You audit a sample of professional and telehealth claims each week and write findings that a tired clinician can act on in two minutes. Once a quarter you teach what you found.
The team is small, four auditors and one lead, and meets by video every Tuesday with the one claim that nobody could agree on.`,
    function_role_responsibilities: `Audit CPT, HCPCS and ICD-10-CM coding of telehealth and office visits against the documentation
Write each finding with its rule, its source and what to do next time
Follow payer and CMS changes and say what they mean for us before they take effect
Coach coders and clinicians one to one, without blame
Prepare samples and evidence for external audits`,
    function_role_requirements: `CPC, CCS or CPMA in good standing
Three years of coding, one of them auditing
Sure with the 2021 and later office visit guidelines and with telehealth modifiers
Spreadsheets without fear: pivot tables, look-ups, a sample drawn properly
Discretion with patient information as a habit`,
  },
  {
    key: 'scheduling',
    department: 'Patient services',
    specialty: 'Scheduling',
    shift: 'Evenings',
    license_states: [],
    function_role_name: 'Patient Scheduling Lead',
    hiring_lead_name: 'Winifred Adeyemi-Stone',
    lead: 'hiring',
    published_days_ago: 58,
    closes_in_days: 21,
    pay: { least: 58_000, most: 71_000, unit: 'YEAR' },
    function_role_description: `Nine schedulers, 1,100 calls a day, and one number that matters: how long somebody who is worried waits for a time that they can keep.
You lead the team from home, take calls yourself for two hours a day so that you know what they are like, and own the templates of 74 clinicians' calendars. When a clinician is ill at 7:40, you decide who is called first.
We do not measure the length of a call. We measure whether the patient had to call twice.`,
    function_role_responsibilities: `Lead, plan and coach a team of nine schedulers in three time zones
Own calendar templates, waiting lists and the rules for urgent requests
Publish waiting times and missed appointments each week, and change one thing because of them
Take calls yourself, the difficult ones first
Run the early shift every third week`,
    function_role_requirements: `Two years of scheduling in health care and one of leading people
Has built or rebuilt provider templates in a scheduling system
Can calm a caller and can tell a clinician that their template is the reason
Reads a simple report and doubts it when it looks too good
Reliable from 7 am in your own time zone`,
  },
  {
    key: 'analyst',
    department: 'Technology',
    specialty: 'Health data',
    shift: 'Days',
    license_states: [],
    function_role_name: 'Health Data Analyst',
    hiring_lead_name: 'Soren Abernathy-Lin',
    lead: 'quality',
    published_days_ago: 55,
    function_role_description: `Which of our patients have not been seen for a year, and why? Does calling them help, or does it only feel like help? You would find out, and say how sure you are.
You work with claims, visits and survey answers, mostly in SQL and Python, with two other analysts and a statistician who reviews your designs. Your readers are nurses and managers. They want one page, one picture and an honest sentence about what the data cannot say.`,
    function_role_responsibilities: `Answer questions of care quality, access and fairness with data, from the first conversation to the one-page report
Build and look after the tables that everybody counts from
Check measures (HEDIS, STARS) and find out why they moved before anyone celebrates
Keep people from being recognised in small numbers
Review the queries of others and have yours reviewed`,
    function_role_requirements: `Two years of analysis, one of them with health data
Strong SQL; Python or R to the point where a colleague can run your work
Knows what a denominator is for, and has been wrong about one
Writes short
No degree is required`,
  },
  {
    key: 'therapist',
    department: 'Behavioral health',
    specialty: 'Therapy',
    shift: 'Evenings',
    license_states: ['IL', 'NY'],
    function_role_name: 'Behavioral Health Therapist',
    hiring_lead_name: 'Calliope Renwick',
    lead: 'therapy',
    published_days_ago: 53,
    pay: { least: 82_000, most: 104_000, unit: 'YEAR' },
    function_role_description: `You meet people by video for fifty minutes and for as many weeks as it takes, usually eight to twenty. Anxiety, grief, depression, the year after a diagnosis.
Your week holds at most 25 sessions. The rest is for notes, for consultation with the primary care team, and for lunch. Supervision is an hour every week with somebody who does not decide about your pay.
There is a written plan for every emergency, with the number of the crisis team where the patient is sitting, and we practise it twice a year.`,
    function_role_responsibilities: `Assess, plan and treat adults by video with methods that have evidence behind them
Measure with the patient whether it helps, and change course when it does not
Write safety plans together with patients and know who to call where they live
Consult with primary care on shared patients every week
Keep notes that the patient could read`,
    function_role_requirements: `LCSW, LMFT, LPC or licensed psychologist, independent license in at least one state
Two years after licensure, with telehealth experience
Trained in CBT, ACT, IPT or another structured method, and able to say when you do not use it
Sure in risk assessment from a distance
Willing to be licensed in two more states, at our expense`,
  },
  {
    key: 'pharmacist',
    department: 'Pharmacy',
    specialty: 'Clinical pharmacy',
    shift: 'Days',
    license_states: ['FL', 'TX'],
    function_role_name: 'Medication Adherence Pharmacist',
    hiring_lead_name: 'Barnaby Ostrowe',
    lead: 'pharmacy',
    published_days_ago: 64,
    disabled_flag: true,
    pay: { least: 124_000, most: 146_000, unit: 'YEAR' },
    function_role_description: `A third of new prescriptions are never picked up. You would call and ask, and listen to the answer: the price, the side effect a neighbour had, the tablets that are too large.
You review medicines of people with five or more of them, talk with them for half an hour, and agree with their clinician on what can go. Nothing is dispensed here; this is the talking half of pharmacy.`,
    function_role_responsibilities: `Hold medication reviews by video or phone and write a plan that the patient can follow
Work with clinicians to stop, switch or simplify
Find the affordable way: generics, assistance programmes, ninety-day supplies
Follow adherence measures and the people behind them`,
    function_role_requirements: `PharmD and an active license
Two years of ambulatory care, community or managed-care pharmacy
Motivational interviewing, learnt and used
Residency or BCACP is a plus`,
  },
]
