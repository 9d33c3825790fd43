# Installs a release of Trigon on Windows: fetches the archive, compares its checksum, and puts the program into
# %LOCALAPPDATA%\Programs\trigon, or into the folder that TRIGON_BIN names. Nothing else changes. Run again with a newer release, it
# replaces the program.
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'

# Each release comes with a copy of this file that knows where the release is.
$from = if ($env:TRIGON_FROM) { $env:TRIGON_FROM } else { '@FROM@' }
$version = if ($env:TRIGON_VERSION) { $env:TRIGON_VERSION } else { '@VERSION@' }
$bin = if ($env:TRIGON_BIN) { $env:TRIGON_BIN } else { Join-Path $env:LOCALAPPDATA 'Programs\trigon' }

function Fail($why) {
    [Console]::Error.WriteLine("install: $why")
    exit 1
}

if ("$from$version".Contains('@')) {
    Fail 'this is the copy from the sources: use that of a release, or set TRIGON_FROM and TRIGON_VERSION'
}
# Windows on ARM64 runs programs for x86-64.
if (-not [Environment]::Is64BitOperatingSystem) {
    Fail 'there is no archive for Windows with 32 bits'
}
$name = "trigon-$version-x86_64-pc-windows-msvc"
$folder = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
New-Item -ItemType Directory -Path $folder | Out-Null

function Fetch($file) {
    $target = Join-Path $folder $file
    try {
        if ($from.StartsWith('file://')) {
            Copy-Item -LiteralPath (Join-Path ([Uri]$from).LocalPath $file) -Destination $target
        } else {
            Invoke-WebRequest -UseBasicParsing -Uri "$from/$file" -OutFile $target
        }
    } catch {
        Fail "$from/$file cannot be fetched"
    }
}

try {
    Fetch "$name.zip"
    Fetch "$name.sha256"
    $line = Get-Content (Join-Path $folder "$name.sha256") | Where-Object { $_.EndsWith("$name.zip") } | Select-Object -First 1
    $wanted = "$line".Split(' ')[0]
    $sum = (Get-FileHash -Algorithm SHA256 (Join-Path $folder "$name.zip")).Hash
    if (-not $wanted -or $sum -ne $wanted) {
        Fail "$name.zip differs from what was released: nothing was installed"
    }
    Expand-Archive -Path (Join-Path $folder "$name.zip") -DestinationPath $folder
    $fresh = Join-Path $folder "$name\trigon.exe"
    & $fresh --version | Out-Null
    if ($LASTEXITCODE -ne 0) {
        Fail 'the program does not run on this system: nothing was installed'
    }

    New-Item -ItemType Directory -Force -Path $bin | Out-Null
    $program = Join-Path $bin 'trigon.exe'
    $old = Join-Path $bin 'trigon.old.exe'
    # A program that runs cannot be overwritten, but it can be renamed, and keeps running.
    if (Test-Path $old) { Remove-Item -Force $old -ErrorAction SilentlyContinue }
    if (Test-Path $program) { Move-Item -Force $program $old }
    Copy-Item $fresh $program
    if (Test-Path $old) { Remove-Item -Force $old -ErrorAction SilentlyContinue }
} finally {
    Remove-Item -Recurse -Force $folder -ErrorAction SilentlyContinue
}

Write-Output "$(& $program --version) is installed as $program"
if (-not ($env:PATH -split ';' -contains $bin)) {
    Write-Output "add $bin to PATH, or write the whole path"
}
Write-Output 'next: trigon rehearse shows everything in a browser, trigon setup makes the bot ready for Discord'
