import { Anchor, Badge, Button, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { nameOf, readApplicant, type Applicant } from '#contract/applicants/applicants.ts'
import { licenseQuestionEmail } from '#contract/licenses/ask-email.ts'
import { labelOf, LICENSE_TYPES, type LicenseType } from '#contract/licenses/license-types.ts'
import { Empty } from '#web/ui/message/empty.tsx'
import { Message } from '#web/ui/message/message.tsx'
import { askForLicenses, readApplicantLicenses, readLicensePdf, type ApplicantLicenses } from '#contract/licenses/licenses.ts'
import { isVerifiedOn, lastDayOf } from '#contract/licenses/listed.ts'
import { lookupFor } from '#contract/licenses/lookups.ts'
import { PLACES, type Place } from '#contract/licenses/places.ts'
import { formatDay } from '#contract/time-zone.ts'
import { EmailForm } from '#web/applicants/decide/email-form.tsx'
import { areLicensesOpen } from '#contract/statuses/statuses.ts'
import { useShowNames } from '#web/applicants/filters/use-show-names.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { ArrivalTitle } from '#web/ui/arrival-title.tsx'
import { call } from '#web/call.ts'
import { Loaded, errorMessage } from '#web/ui/loaded.tsx'
import { save } from '#web/ui/save-file.ts'
import { copyAndNotify, notify, warn } from '#web/ui/toast.ts'
import { BlockTable } from '#web/ui/table/block-table.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { useToday } from './use-today.ts'
import { RESULT_LABELS, VerifyForm } from './verify-form.tsx'

type ListedLicense = ApplicantLicenses['licenses'][number]

/** What an applicant entered about licenses, what the sources said, and which of the role's states are covered. */
export function LicensesScreen(): ReactNode {
  const id = Number(useParams()['user_session_id'])
  const [identifiable] = useShowNames()
  const applicant = useCall(readApplicant, { id, identifiable })
  const licenses = useCall(readApplicantLicenses, { id, identifiable })
  return (
    <Stack maw={860}>
      <ArrivalTitle>Licenses</ArrivalTitle>
      <Loaded query={applicant} waiting={<Skeleton height={24} />} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
        {(found) => (
          <Text>
            <Link to={`/admin/applications/all/all/36500/${id}`}>{nameOf(found)}</Link>, {found.function_role_name}
          </Text>
        )}
      </Loaded>
      <Loaded query={licenses} waiting={<Skeleton height={200} />} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
        {(found) => (
          <>
            <LicenseDetails found={found} identifiable={identifiable} applicant={applicant.data} />
            {applicant.data && <AskForLicenses found={found} applicant={applicant.data} identifiable={identifiable} />}
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function LicenseDetails({ found, identifiable, applicant }: { found: ApplicantLicenses; identifiable: boolean; applicant: Applicant | undefined }): ReactNode {
  const { coverage, is_given, home_state, moved_on, npi, licenses, facts_seen_on } = found
  return (
    <>
      {!is_given && applicant && <NoLicenses isOpen={isOpenFor(applicant)} />}
      {is_given && coverage && (
        <div>
          <Text fw={600}>{coverage.sentence}</Text>
          {coverage.covered.length > 0 && <Text size="sm">This counts any type of license. Check that it's the type this role needs.</Text>}
        </div>
      )}
      {coverage && coverage.review.length > 0 && (
        <Message tone="warn" title={`Check ${coverage.review.join(', ')}`}>
          The law isn't clear here, the entry contradicts it, or the source restricts or doesn't confirm a license. Check with the state's board.
        </Message>
      )}
      {facts_seen_on && <Message tone="warn">Our compact data was last checked on {formatDay(facts_seen_on)}. Check it before you rely on this.</Message>}
      {is_given && (
        <Text size="sm">
          Home: {home_state === null ? 'outside the United States' : (PLACES[home_state as Place] ?? home_state)}
          {moved_on && `, since ${formatDay(moved_on)}`}
          {identifiable && npi && `. NPI ${npi}`}
        </Text>
      )}
      {licenses.map((license) => (
        <License key={license.license_id} license={license} identifiable={identifiable} />
      ))}
      <Text size="xs" c="dimmed">
        This is guidance, not legal advice. Your team makes the hiring decisions.
      </Text>
    </>
  )
}

const isOpenFor = ({ ref_application_status_id }: Applicant) => areLicensesOpen(ref_application_status_id)

function NoLicenses({ isOpen }: { isOpen: boolean }): ReactNode {
  return (
    <Empty>
      This applicant hasn't listed any licenses.{' '}
      {isOpen ? 'They can still add some on their own page.' : "This application is closed, so they can't add any now."}
    </Empty>
  )
}

/** Never sent automatically: someone reviews, edits and sends the draft. */
function AskForLicenses({ found, applicant, identifiable }: { found: ApplicantLicenses; applicant: Applicant; identifiable: boolean }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const on = useToday()
  if (!useMay('decide')) return null
  const { user_session_id: id } = applicant
  const draft = licenseQuestionEmail(found, { on, isOpen: isOpenFor(applicant) })
  const form = { id, identifiable, draft, about: 'licenses', label: 'Email about licenses', onDone: () => setOpen(false) }
  if (isOpen) return <EmailForm {...form} send={(words) => call(askForLicenses, { id, ...words }, { retries: 0 })} />
  return (
    <div>
      <Button variant="default" onClick={() => setOpen(true)}>
        Write an email about licenses
      </Button>
    </div>
  )
}

function License({ license, identifiable }: { license: ListedLicense; identifiable: boolean }): ReactNode {
  const [isVerifying, setVerifying] = useState(false)
  // The page may load again while someone looks the license up.
  const [seenEntry, setSeenEntry] = useState(license.entry)
  const mayDecide = useMay('decide')
  const on = useToday()
  const { license_id, license_type, license_state, verifications } = license
  const name = labelOf(license)
  const lookup = lookupFor(license_type as LicenseType, license_state as Place)
  return (
    <section aria-labelledby={`license-${license_id}`}>
      <Group gap="xs" mb={4}>
        <Title order={2} size="h4" id={`license-${license_id}`} title={LICENSE_TYPES[license_type as LicenseType]?.name}>
          {name}
        </Title>
        {tagsOf(license, on).map(({ text, color }) => (
          <Badge key={text} variant="light" color={color}>
            {text}
          </Badge>
        ))}
      </Group>
      <Text size="sm">{factsOf(license, { identifiable, on }).join('. ')}</Text>
      <Group my="xs">
        <Anchor href={lookup.url} target="_blank" rel="noreferrer" size="sm" onClick={() => void copyNumber(license.license_number, identifiable)}>
          {lookup.isDirectory ? 'Find the board at' : 'Look up at'} {lookup.name}
        </Anchor>
        {mayDecide && (
          <Button size="xs" variant="default" aria-expanded={isVerifying} onClick={() => setVerifying((now) => !now)}>
            Record verification
          </Button>
        )}
      </Group>
      {isVerifying && (
        <VerifyForm
          license={license}
          isChanged={license.entry !== seenEntry}
          source={lookup.isDirectory ? '' : lookup.name}
          onSaved={() => setSeenEntry(license.entry)}
          onDone={() => setVerifying(false)}
        />
      )}
      {verifications.length > 0 && <Checks verifications={verifications} identifiable={identifiable} />}
    </section>
  )
}

/** Every lookup page asks for the number. */
async function copyNumber(license_number: string | null, identifiable: boolean): Promise<void> {
  if (license_number === null) return notify(identifiable ? 'No license number was given.' : 'Show names to copy the license number.')
  await copyAndNotify(license_number, {
    copied: 'License number copied.',
    failed: "We couldn't copy the license number. Select it and copy it yourself.",
  })
}

function tagsOf({ is_expired, is_in_progress, is_multistate, verifications }: ListedLicense, on: string): { text: string; color: string }[] {
  const [latest] = verifications
  const isVerified = isVerifiedOn(on, latest)
  const isContradicted = latest !== undefined && latest.result !== 'active' && !latest.is_for_earlier_entry
  return [
    ...(is_multistate ? [{ text: 'Multistate', color: 'teal' }] : []),
    ...(is_in_progress ? [{ text: 'In progress', color: 'yellow' }] : []),
    ...(is_expired ? [{ text: 'Expired', color: 'red' }] : []),
    ...(isContradicted ? [{ text: `Source: ${RESULT_LABELS[latest.result].toLowerCase()}`, color: 'red' }] : []),
    ...(isVerified ? [{ text: 'Verified', color: 'green' }] : is_in_progress || isContradicted ? [] : [{ text: 'Not verified', color: 'gray' }]),
  ]
}

function factsOf(license: ListedLicense, { identifiable, on }: { identifiable: boolean; on: string }): string[] {
  const { license_number, privileges, authorization } = license
  return [
    identifiable ? (license_number ? `Number ${license_number}` : 'No number given') : 'Number hidden',
    ...datesOf(license, on),
    ...(privileges.length > 0 ? [`Privileges in ${privileges.join(', ')}`] : []),
    ...(authorization ? [authorization] : []),
  ]
}

/** The day that counts, and the day entered if the source gave another one. */
function datesOf({ expires_on, verifications: [latest] }: ListedLicense, on: string): string[] {
  const last = lastDayOf(expires_on, latest, on)
  const entered = expires_on ? `${expires_on < on ? 'Expired on' : 'Good through'} ${formatDay(expires_on)}` : 'No expiration date given'
  if (last === expires_on) return [entered]
  if (last === null) return [`Entered as good through ${formatDay(expires_on!)}, but the source still had it later`]
  const said = `${last < on ? 'Expired on' : 'Good through'} ${formatDay(last)}, according to the source`
  return expires_on ? [said, `Entered as good through ${formatDay(expires_on)}`] : [said]
}

/** The file name and number identify the applicant, so opening it is recorded in the audit trail. */
function PdfButton({ verification_id }: { verification_id: number }): ReactNode {
  const open = () =>
    call(readLicensePdf, { verification_id }).then(
      (content) => save(content as Blob, `license-check-${verification_id}.pdf`),
      (failure: unknown) => warn(errorMessage(failure)),
    )
  return (
    <Button size="compact-xs" variant="subtle" onClick={() => void open()}>
      Download PDF
    </Button>
  )
}

function Checks({ verifications, identifiable }: Pick<ListedLicense, 'verifications'> & { identifiable: boolean }): ReactNode {
  return (
    <BlockTable label="Checks at the source" columns={['Checked', 'Source', 'Result', 'By']}>
      {verifications.map((one) => (
        <Table.Tr key={one.verification_id} role="row">
          <Table.Td role="cell" style={{ whiteSpace: 'nowrap' }}>
            {formatDay(one.checked_on)}
          </Table.Td>
          <Table.Td role="cell" data-label="Source">
            {one.source}
            {one.note && (
              <Text size="xs" c="dimmed">
                {one.note}
              </Text>
            )}
          </Table.Td>
          <Table.Td role="cell" data-label="Result">
            {RESULT_LABELS[one.result]}
            {one.good_until && (
              <>
                , good until <span style={{ whiteSpace: 'nowrap' }}>{formatDay(one.good_until)}</span>
              </>
            )}
            {one.is_for_earlier_entry && ' (for an earlier entry)'}
            {one.has_pdf && (identifiable ? <PdfButton verification_id={one.verification_id} /> : '. Show names to download the PDF.')}
          </Table.Td>
          <Table.Td role="cell" data-label="By">
            {one.checked_by}
          </Table.Td>
        </Table.Tr>
      ))}
    </BlockTable>
  )
}
