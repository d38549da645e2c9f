import { renderToStaticMarkup } from 'react-dom/server'
import type { Site } from '#contract/pages.ts'
import type { OpenRoleDetail } from '#contract/roles.ts'
import { RoleText } from './role-text.tsx'

/** schema.org JobPosting: only what the page itself shows. */
export function jobPosting(role: OpenRoleDetail, site: Site): object {
  return {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: role.function_role_name,
    description: describe(role, site.company_name),
    identifier: { '@type': 'PropertyValue', name: site.company_name, value: String(role.ref_function_role_id) },
    datePosted: (role.published_at ?? role.modified_at).slice(0, 10),
    ...(role.closes_at && { validThrough: role.closes_at }),
    hiringOrganization: {
      '@type': 'Organization',
      name: site.company_name,
      sameAs: `https://${site.company_domain}`,
      logo: `${site.base_url}/logo.png`,
    },
    employmentType: 'FULL_TIME',
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: { '@type': 'Country', name: 'USA' },
    directApply: true,
    ...(hasPay(role) && { baseSalary: baseSalary(role) }),
  }
}

/** The role's text as HTML, without links into the page. */
export function describe(role: OpenRoleDetail, company_name: string): string {
  return renderToStaticMarkup(<RoleText role={role} company_name={company_name} />)
    .replace(/<a href="\/#company">([^<]*)<\/a>/, '$1')
    .replace(/<(\/?)h2>/g, '<$1p>')
    .replace(/ class="[^"]*"/g, '')
}

function hasPay(role: OpenRoleDetail): boolean {
  return role.salary_min !== null || role.salary_max !== null
}

function baseSalary(role: OpenRoleDetail): object {
  return {
    '@type': 'MonetaryAmount',
    currency: role.salary_currency,
    value: {
      '@type': 'QuantitativeValue',
      ...(role.salary_min !== null && { minValue: role.salary_min }),
      ...(role.salary_max !== null && { maxValue: role.salary_max }),
      unitText: role.salary_unit,
    },
  }
}
