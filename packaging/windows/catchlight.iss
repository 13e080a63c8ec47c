; The installer for Windows (Inno Setup 6): iscc /DVersion=... /DSource=<built folder> /DOutput=<folder> catchlight.iss
[Setup]
AppId={{6B1F4A0E-6A0F-4C52-9C0E-7C1B5A3D2F10}
AppName=Catchlight
AppVersion={#Version}
AppPublisher=The Catchlight contributors
DefaultDirName={autopf}\Catchlight
DefaultGroupName=Catchlight
DisableProgramGroupPage=yes
LicenseFile={#Source}\_internal\LICENSE
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
ChangesEnvironment=yes
Compression=lzma2
SolidCompression=yes
OutputDir={#Output}
OutputBaseFilename=catchlight-{#Version}-windows-x64
UninstallDisplayIcon={app}\catchlight.exe

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[Files]
Source: "{#Source}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{group}\Catchlight"; Filename: "{app}\catchlight.exe"
Name: "{autodesktop}\Catchlight"; Filename: "{app}\catchlight.exe"; Tasks: desktopicon

[Registry]
; "Open with" for pictures; the usual program of a type is left as it is.
Root: HKA; Subkey: "Software\Classes\Applications\catchlight.exe"; ValueType: string; ValueName: "FriendlyAppName"; ValueData: "Catchlight"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Applications\catchlight.exe\shell\open\command"; ValueType: string; ValueData: """{app}\catchlight.exe"" ""%1"""
#define Kind(str Suffix) "Root: HKA; Subkey: ""Software\Classes\Applications\catchlight.exe\SupportedTypes""; ValueType: string; ValueName: """ + Suffix + """; ValueData: """""
#emit Kind(".jpg")
#emit Kind(".jpeg")
#emit Kind(".png")
#emit Kind(".webp")
#emit Kind(".tif")
#emit Kind(".tiff")
#emit Kind(".bmp")
#emit Kind(".heic")
#emit Kind(".heif")
#emit Kind(".avif")
#emit Kind(".3fr")
#emit Kind(".arw")
#emit Kind(".cr2")
#emit Kind(".cr3")
#emit Kind(".crw")
#emit Kind(".dcr")
#emit Kind(".dng")
#emit Kind(".erf")
#emit Kind(".fff")
#emit Kind(".gpr")
#emit Kind(".iiq")
#emit Kind(".k25")
#emit Kind(".kdc")
#emit Kind(".mef")
#emit Kind(".mos")
#emit Kind(".mrw")
#emit Kind(".nef")
#emit Kind(".nrw")
#emit Kind(".orf")
#emit Kind(".pef")
#emit Kind(".raf")
#emit Kind(".rw2")
#emit Kind(".rwl")
#emit Kind(".sr2")
#emit Kind(".srf")
#emit Kind(".srw")
#emit Kind(".x3f")
#emit Kind(".catchlight-preset")
; Presets' files belong to the program: a double click imports one.
Root: HKA; Subkey: "Software\Classes\.catchlight-preset"; ValueType: string; ValueData: "Catchlight.Preset"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.catchlight-preset"; ValueType: string; ValueName: "Content Type"; ValueData: "application/vnd.catchlight.preset+json"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Catchlight.Preset"; ValueType: string; ValueData: "Catchlight preset"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Catchlight.Preset\DefaultIcon"; ValueType: string; ValueData: "{app}\catchlight.exe,0"
Root: HKA; Subkey: "Software\Classes\Catchlight.Preset\shell\open\command"; ValueType: string; ValueData: """{app}\catchlight.exe"" ""%1"""

[Run]
Filename: "{app}\catchlight.exe"; Description: "{cm:LaunchProgram,Catchlight}"; Flags: nowait postinstall skipifsilent
