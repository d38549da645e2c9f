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
    function_role_description: `You'll see adults by video and phone, 14 to 16 visits a day, with time to finish each one. Most call about something that started last night: a cough, a rash, a prescription that ran out, a blood pressure reading that scared them.
Half of good telehealth is knowing when video isn't enough. You'll have a list of clinics near each patient, a coordinator who books the appointment while you're still talking, and a physician who answers within five minutes.
You'll join a team of 11 nurse practitioners across four time zones. We review three of each other's charts every month, and no one is paid by the visit.`,
    function_role_responsibilities: `See adults in scheduled and same-day video visits, and write the note before the next one begins
Decide what can be treated remotely, and refer what can't the same day
Order lab tests, imaging and refills, and follow up until the patient has the result
Explain the plan in plain language and make sure patients understand it, with an interpreter when needed
Take part in the monthly chart review and one on-call weekend in six`,
    function_role_requirements: `Board-certified nurse practitioner (FNP or AGNP) with an unencumbered license in at least one compact state
Three years of primary or urgent care, including one year of video or phone visits
Prescriptive authority and a current DEA registration, or in progress
Calm, plain writing: patients read your notes the same evening
A quiet room with a door and a reliable internet connection`,
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
    function_role_description: `Our clinicians click about 3,900 times a day in their charts. You'll bring that number down and make the remaining clicks safer.
You'll work between the people who see patients and the people who write software. In one week you might observe four visits, redesign an order set with a pharmacist, find out why an alert fires 600 times a day and is overridden 588 times, and teach a class of six.
This role is for someone who has worked at a bedside or a front desk and remembers how it felt when the system changed on a Monday morning.`,
    function_role_responsibilities: `Shadow clinicians and turn what you see into measurable improvements
Build and test order sets, note templates and decision support in our record system
Maintain interfaces with labs and pharmacies (HL7 v2 and FHIR) together with the engineers
Plan each release with the people it affects, and be there the morning after
Maintain the alert catalog, and retire alerts that no one acts on`,
    function_role_requirements: `Two or more years in clinical informatics, or a clinical license and a year as a super-user or analyst
Hands-on experience configuring at least one major EHR
Able to read HL7 messages and write a simple SQL query
Able to say no to a request and leave the person who asked feeling heard
Informatics certification is welcome but not required`,
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
    function_role_description: `People who leave the hospital go home with a folder of 11 handouts. You're the person who calls two days later and asks which of them made sense.
You'll support about 60 people at a time, most of them over 65, for 30 to 90 days. You'll book appointments, find the ride, the scale, the cheaper pharmacy and the meal service, and notice when "fine" doesn't sound fine.
You'll work in a pod with a nurse and a social worker, so you're never alone with a hard decision.`,
    function_role_responsibilities: `Call patients within two days of discharge and stay in touch until the care plan is working
Coordinate appointments, medications and equipment with clinics, pharmacies and families
Find and arrange local help: transportation, food, equipment, benefits
Report warning signs to the pod's nurse right away, in the patient's own words
Document every contact the same day`,
    function_role_requirements: `One year of care coordination, case management, medical assisting or community health work
Comfortable on the phone for half the day
Able to explain Medicare and Medicaid at a kitchen table
Spanish, Vietnamese or Haitian Creole is a plus
Available for eight hours between 8 AM and 7 PM Eastern`,
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
    function_role_description: `You'll read what was documented, coded and billed, and point out where the three don't agree. That goes both ways: money we shouldn't have billed goes back.
You'll audit a sample of professional and telehealth claims each week and write findings that a tired clinician can act on in two minutes. Once a quarter, you'll teach what you found.
The team is small, four auditors and a lead, and meets by video every Tuesday to discuss the one claim no one could agree on.`,
    function_role_responsibilities: `Audit CPT, HCPCS and ICD-10-CM coding of telehealth and office visits against the documentation
Write each finding with its rule, its source and what to do next time
Follow payer and CMS changes and explain what they mean for us before they take effect
Coach coders and clinicians one on one, without blame
Prepare samples and evidence for external audits`,
    function_role_requirements: `CPC, CCS or CPMA in good standing
Three years of coding, including one year of auditing
Fluent in the 2021 and later office visit guidelines and telehealth modifiers
Strong spreadsheet skills: pivot tables, lookups, proper sampling
Careful with patient information, always`,
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
    function_role_description: `Nine schedulers, 1,100 calls a day, and one number that matters: how long a worried patient waits for an appointment they can keep.
You'll lead the team from home, take calls yourself for two hours a day so you know what they're like, and own the schedule templates of 74 clinicians. When a clinician calls in sick at 7:40, you decide which patients to call first.
We don't measure how long a call takes. We measure whether the patient had to call twice.`,
    function_role_responsibilities: `Lead, plan and coach a team of nine schedulers across three time zones
Own schedule templates, waitlists and the rules for urgent requests
Report wait times and missed appointments each week, and fix one thing as a result
Take calls yourself, the hardest ones first
Run the early shift every third week`,
    function_role_requirements: `Two years of healthcare scheduling and one year of leading people
Has built or rebuilt provider templates in a scheduling system
Able to calm a caller, and to tell a clinician that their template is the problem
Able to read a simple report, and to question it when it looks too good
Available from 7 AM in your time zone`,
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
    function_role_description: `Which of our patients haven't been seen in a year, and why? Does calling them help, or does it just feel like it does? You'll find out, and say how sure you are.
You'll work with claims, visits and survey responses, mostly in SQL and Python, with two other analysts and a statistician who reviews your designs. Your readers are nurses and managers. They want one page, one chart and an honest sentence about what the data can't tell us.`,
    function_role_responsibilities: `Use data to answer questions about quality of care, access and equity, from the first conversation to the one-page report
Build and maintain the tables everyone reports from
Check quality measures (HEDIS, Star Ratings) and find out why they moved before anyone celebrates
Make sure no one can be identified from small numbers
Review others' queries and have yours reviewed`,
    function_role_requirements: `Two years of data analysis, including one year with health data
Strong SQL, and Python or R that a colleague can run
Knows what a denominator is for, and has been wrong about one
Brief, clear writing
No degree required`,
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
    function_role_description: `You'll meet people by video for 50 minutes a week, for as many weeks as it takes, usually 8 to 20. They come with anxiety, grief, depression or a hard year after a diagnosis.
You'll have at most 25 sessions a week. The rest is for notes, for consulting with the primary care team, and for lunch. You'll have an hour of supervision every week with someone who doesn't decide your pay.
There's a written plan for every emergency, with the number of the crisis team where the patient is, and we practice it twice a year.`,
    function_role_responsibilities: `Assess, plan and treat adults by video with evidence-based methods
Track with the patient whether it's helping, and change course when it isn't
Write safety plans with patients and know who to call where they live
Consult with primary care on shared patients every week
Write notes the patient could read`,
    function_role_requirements: `LCSW, LMFT, LPC or psychologist with an independent license in at least one state
Two years of experience after licensure, including telehealth
Trained in CBT, ACT, IPT or another structured method, and able to say when you wouldn't use it
Confident assessing risk remotely
Willing to get licensed in two more states, at our expense`,
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
    function_role_description: `A third of new prescriptions are never picked up. You'll call, ask why, and listen to the answer: the price, a neighbor's side effects, pills that are too big to swallow.
You'll review the medications of people who take five or more, talk with them for half an hour, and agree with their clinician on what can go. Nothing is dispensed here: this is the talking half of pharmacy.`,
    function_role_responsibilities: `Conduct medication reviews by video or phone and write a plan the patient can follow
Work with clinicians to stop, switch or simplify
Find affordable options: generics, assistance programs, 90-day supplies
Track adherence measures, and the people behind them`,
    function_role_requirements: `PharmD and an active license
Two years of ambulatory care, community or managed-care pharmacy
Trained and experienced in motivational interviewing
Residency or BCACP is a plus`,
  },
]
